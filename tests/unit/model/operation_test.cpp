#include "model/operation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace heddle {
namespace {

TEST(Operation, EveryKindHasItsOwnName) {
  std::set<std::string> names;
  for (int k = 0; k <= static_cast<int>(OperationKind::ProcessExit); ++k) {
    const std::string name = name_of(static_cast<OperationKind>(k));
    EXPECT_NE(name, "unknown operation");
    EXPECT_TRUE(names.insert(name).second) << name;
  }
}

TEST(Operation, MemoryAccesses) {
  std::set<OperationKind> accesses, writes;
  for (int k = 0; k <= static_cast<int>(OperationKind::ProcessExit); ++k) {
    const auto kind = static_cast<OperationKind>(k);
    if (is_memory_access(kind)) accesses.insert(kind);
    if (may_write(kind)) writes.insert(kind);
  }
  using K = OperationKind;
  EXPECT_EQ(accesses, (std::set{K::AtomicLoad, K::AtomicStore, K::AtomicRmw, K::AtomicCompareExchange, K::PlainRead,
                                K::PlainWrite}));
  EXPECT_EQ(writes, (std::set{K::AtomicStore, K::AtomicRmw, K::AtomicCompareExchange, K::PlainWrite}));
}

}  // namespace
}  // namespace heddle
