// The table of memory effects says something about every function that the machine implements, and can be read.
#include "model/memory_effects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace heddle {
namespace {

std::set<std::string> names_in_table() {
  std::set<std::string> names;
  for (const MemoryEffectsLine& line : kMemoryEffects) {
    std::string_view rest = line.names;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      EXPECT_TRUE(names.emplace(rest.substr(0, end)).second) << "twice: " << rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return names;
}

TEST(MemoryEffects, EveryModelledFunctionHasALine) {
  const std::set<std::string> names = names_in_table();
#define MODELLED(name, function, ...) \
  EXPECT_TRUE(names.contains(name)) << name << " needs a line in src/model/memory_effects.def";
#define MODELLED_DATA MODELLED
#define INTERCEPTED MODELLED
#include "model/symbol_policy_modelled.def"
#undef MODELLED
#undef MODELLED_DATA
#undef INTERCEPTED
}

TEST(MemoryEffects, Notation) {
  const MemoryEffects all = parse_memory_effects("r2?:16 w=:#1*#3 o1:s w3:*@");
  ASSERT_EQ(all.count, 4u);
  EXPECT_EQ(all.list[0].argument, 2);
  EXPECT_TRUE(all.list[0].may_be_null);
  EXPECT_EQ(all.list[0].bytes, 16u);
  EXPECT_EQ(all.list[1].kind, MemoryEffect::Kind::Write);
  EXPECT_EQ(all.list[1].argument, 0);
  EXPECT_EQ(all.list[1].factor, 1);
  EXPECT_EQ(all.list[1].second_factor, 3);
  EXPECT_EQ(all.list[2].kind, MemoryEffect::Kind::Object);
  EXPECT_EQ(all.list[2].amount, MemoryEffect::Amount::Text);
  EXPECT_EQ(all.list[3].amount, MemoryEffect::Amount::Call);
  EXPECT_TRUE(all.list[3].later);
}

// Whoever may write has an example, so that the generated tests can show it. (Facets of locales have programs of their
// own, tests/programs/indirect/facet_*: their headers are too large to be part of every generated one. So has libbz2,
// which would have to be linked with all of them: tests/programs/memory_effects/compressed_*.)
TEST(MemoryEffects, EveryWriteHasAnExample) {
  for (const MemoryEffectsLine& line : kMemoryEffects)
    if (line.names.find("ctypeIcE") == std::string_view::npos &&
        line.names.find("collateIcE") == std::string_view::npos && !line.names.starts_with("BZ2_"))
      for (const MemoryEffect& e : parse_memory_effects(line.effects))
        if (e.kind == MemoryEffect::Kind::Write) EXPECT_FALSE(line.example.empty()) << line.names;
}

}  // namespace
}  // namespace heddle
