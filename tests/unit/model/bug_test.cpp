#include "model/bug.h"

#include <gtest/gtest.h>

#include <string>

namespace heddle {
namespace {

TEST(BugKind, NamesAreReadBack) {
  for (int k = 0; k <= static_cast<int>(BugKind::Discipline); ++k) {
    const auto kind = static_cast<BugKind>(k);
    EXPECT_EQ(bug_kind(name_of(kind)), kind);
  }
  EXPECT_STREQ(name_of(BugKind::Race), "race");
  EXPECT_STREQ(name_of(BugKind::Discipline), "discipline");
  EXPECT_EQ(bug_kind("Race"), std::nullopt);
  EXPECT_EQ(bug_kind(""), std::nullopt);
  EXPECT_EQ(bug_kind("unknown"), std::nullopt);
}

TEST(Verdict, NamesAndExitStatuses) {
  EXPECT_STREQ(name_of(Verdict::Verified), "verified");
  EXPECT_STREQ(name_of(Verdict::Bug), "bug");
  EXPECT_STREQ(name_of(Verdict::Error), "error");
  EXPECT_STREQ(name_of(Verdict::Inconclusive), "inconclusive");
  EXPECT_EQ(exit_status(Verdict::Verified), 0);
  EXPECT_EQ(exit_status(Verdict::Bug), 1);
  EXPECT_EQ(exit_status(Verdict::Error), 2);
  EXPECT_EQ(exit_status(Verdict::Inconclusive), 3);
}

}  // namespace
}  // namespace heddle
