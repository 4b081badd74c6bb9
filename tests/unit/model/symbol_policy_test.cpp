// What library functions do to other threads, as the symbol policy has it; and that it goes together with what the
// table of memory effects says of the same functions.
#include "model/symbol_policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "model/memory_effects.h"

namespace heddle {
namespace {

using K = OperationKind;

std::set<K> operations(std::string_view name) {
  const MayPerform does = symbol_rule(name).effect.does;
  EXPECT_FALSE(does.is_anything()) << name;
  return {does.begin(), does.end()};
}

TEST(SymbolPolicy, ModelledFunctionsSayWhatTheyDo) {
  EXPECT_EQ(operations("pthread_mutex_lock"), (std::set{K::MutexLock}));
  EXPECT_EQ(operations("pthread_cond_timedwait"), (std::set{K::CondTimedWait, K::CondReacquire, K::CondWait}));
  EXPECT_EQ(operations("_ZNSt18condition_variable10notify_allEv"), (std::set{K::CondBroadcast}));
  EXPECT_EQ(operations("malloc"), std::set<K>{});
  EXPECT_EQ(symbol_rule("free").effect.ends, MayEnd::Storage);
  EXPECT_EQ(symbol_rule("pthread_create").effect.starts, Starts::ThirdArgument);
  EXPECT_EQ(symbol_rule("atexit").effect.registers, Registers::ForProcessEnd);
}

TEST(SymbolPolicy, NothingIsClaimedOfTheUnknown) {
  for (const char* name : {"nobody_knows_this", "fork", "pthread_cancel", "__once_proxy", "quick_exit"})
    EXPECT_TRUE(symbol_rule(name).effect.does.is_anything()) << name;
}

TEST(SymbolPolicy, ForwardedFunctionsDoNothing) {
  for (const char* name : {"sin", "memcpy", "__cxa_throw", "_ZNSt9exceptionD1Ev"})
    EXPECT_TRUE(symbol_rule(name).effect.does.is_nothing()) << name;
  EXPECT_EQ(symbol_rule("__cxa_end_catch").effect.ends, MayEnd::Exceptions);
  EXPECT_EQ(symbol_rule("_Unwind_Resume").effect.ends, MayEnd::Exceptions);
}

bool is_on_object(K kind) { return operand_of(kind) >= Operand::Mutex && operand_of(kind) <= Operand::Once; }

// A function that is given a synchronisation object performs operations, and one that performs operations on its first
// argument is given one there (an init writes it).
TEST(SymbolPolicy, AgreesWithTheTableOfMemoryEffects) {
  unsigned on_objects = 0;
  for (const MemoryEffectsLine& line : kMemoryEffects)
    for (std::string_view rest = line.names; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const std::string_view name = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      const SymbolRule rule = symbol_rule(name);
      if (rule.policy != SymbolPolicy::Modelled) continue;
      bool uses_object = false, touches_first = false;
      for (const MemoryEffect& e : parse_memory_effects(line.effects)) {
        uses_object |= e.kind == MemoryEffect::Kind::Object;
        touches_first |= e.argument == 1;
      }
      const MayPerform& does = rule.effect.does;
      if (uses_object) EXPECT_FALSE(does.is_nothing()) << name << " uses an object: which operation is that?";
      if (std::any_of(does.begin(), does.end(), is_on_object) && name != "__cxa_atexit") {
        EXPECT_TRUE(touches_first || name.starts_with("__cxa_guard_")) << name;
        ++on_objects;
      }
    }
  EXPECT_GT(on_objects, 40u);
}

}  // namespace
}  // namespace heddle
