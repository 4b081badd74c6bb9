// Code addresses back to source lines.
#include <gtest/gtest.h>

#include "support.h"

namespace heddle {
namespace {

using test::load;
using test::run;

TEST(Symbolise, LineAndFunctionOfACall) {
  const LoadResult result = load({{"a.c",
                                   "void test_probe(void);\n"
                                   "static int worker(int n) {\n"
                                   "  test_probe();\n"
                                   "  return n;\n"
                                   "}\n"
                                   "int main(void) { return worker(3); }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  const Image& image = result.program->image();
  run(image);
  ASSERT_EQ(test::seen.probes.size(), 1u);
  const std::vector<SourcePosition> frames = image.symbolise(test::seen.probes[0]);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0], (SourcePosition{"a.c", 3, 3, "worker", false}));
  EXPECT_EQ(frames[1], (SourcePosition{"a.c", 6, 25, "main", false}));
  EXPECT_EQ(image.symbolise(test::seen.probes[0]), frames);
}

TEST(Symbolise, InlinedCallsAreUndone) {
  const LoadResult result = load({{"b.cpp", R"(extern "C" void test_probe();
namespace ns {
template <class T> struct Queue {
  void push(T) {
    test_probe();
  }
};
}
static inline void helper(ns::Queue<int>& q) {
  q.push(1);
}
int main() {
  ns::Queue<int> q;
  helper(q);
  [&] { helper(q); }();
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  const Image& image = result.program->image();
  run(image);
  ASSERT_EQ(test::seen.probes.size(), 2u);
  const std::vector<SourcePosition> frames = image.symbolise(test::seen.probes[0]);
  ASSERT_EQ(frames.size(), 3u) << "nothing was inlined: the test does not test what it should";
  EXPECT_EQ(frames[0].line, 5u);
  EXPECT_EQ(frames[0].file, "b.cpp");
  EXPECT_NE(frames[0].function.find("push"), std::string::npos) << frames[0].function;
  EXPECT_EQ(frames[0].function.find('('), std::string::npos) << frames[0].function;
  EXPECT_EQ(frames[1].line, 10u);
  EXPECT_EQ(frames[1].function, "helper");
  EXPECT_EQ(frames[2].line, 14u);
  EXPECT_EQ(frames[2].function, "main");
}

TEST(Symbolise, SystemCodeIsMarked) {
  const LoadResult result = load({{"c.cpp", R"(#include <algorithm>
extern "C" void test_probe();
int main() {
  int a[2] = {1, 2};
  std::for_each(a, a + 1, [](int) { test_probe(); });
}
)"}});
  ASSERT_TRUE(result.program) << result.error;
  const Image& image = result.program->image();
  run(image);
  ASSERT_EQ(test::seen.probes.size(), 1u);
  bool system = false;
  for (const SourcePosition& frame : image.symbolise(test::seen.probes[0])) system |= frame.system;
  EXPECT_TRUE(system) << "for_each stands in a system header";
}

TEST(Symbolise, OutsideTheProgramIsEmpty) {
  const LoadResult result = load({{"a.c", "int main(void) { return 0; }"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_TRUE(result.program->image().symbolise(reinterpret_cast<std::uintptr_t>(&run)).empty());
  EXPECT_TRUE(result.program->image().symbolise(0).empty());
}

}  // namespace
}  // namespace heddle
