// Exceptions through compiled frames, emulated TLS, function-local statics.
#include <gtest/gtest.h>

#include <stdexcept>

#include "support.h"

namespace heddle {
namespace {

using test::load;
using test::run;

TEST(Unwind, ExceptionsAreCaughtInTheProgram) {
  const LoadResult result = load({{"a.cpp", R"(
#include <stdexcept>
#include <string>
#include <vector>
int destroyed;
struct Guard { ~Guard() { destroyed++; } };
struct Own { int code; };
static int deep(int n) {
  Guard guard;
  if (n == 0) throw std::runtime_error("deep");
  return deep(n - 1) + 1;
}
int main() {
  int score = 0;
  try { deep(50); } catch (const std::exception& e) { score += std::string(e.what()) == "deep"; }
  try { std::vector<int>(3).at(7); } catch (const std::out_of_range&) { score += 2; }
  try {
    try { throw Own{4}; } catch (...) { throw; }
  } catch (const Own& own) { score += own.code; }
  try { throw 8; } catch (int n) { score += n; }
  return score + (destroyed == 51 ? 16 : 0);
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 31);
}

TEST(Unwind, AnUncaughtExceptionLeavesThroughMain) {
  const LoadResult result =
      load({{"a.cpp", "#include <stdexcept>\nint main() { throw std::logic_error(\"out\"); }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_THROW(run(result.program->image()), std::logic_error);
}

TEST(Unwind, AgainAfterAnotherProgram) {
  for (int i = 0; i < 3; i++) {
    const LoadResult result =
        load({{"a.cpp", "int main() { try { throw 3; } catch (int n) { return n; } return 0; }\n"}});
    ASSERT_TRUE(result.program) << result.error;
    EXPECT_EQ(run(result.program->image()), 3);
  }
}

TEST(EmulatedTls, ThreadLocalsWork) {
  const LoadResult result = load({{"a.cpp", R"(
#include <string>
thread_local int counter = 5;
static thread_local char zero[100];
thread_local std::string text = "abc";
int main() { counter++; zero[3]++; return counter + zero[3] + (int)text.size(); }
)"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 6 + 1 + 3);
}

TEST(Statics, FunctionLocalStaticsAreMadeOnce) {
  const LoadResult result = load({{"a.cpp", R"(
int made;
struct S { int value; S(int v) : value(v) { made++; } ~S() {} };
static int get(int v) { static S s(v); return s.value; }
int main() { return get(4) + get(5) + 100 * made; }
)"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 108);
}

}  // namespace
}  // namespace heddle
