// Placement, entry, constructors, names that nobody defines.
#include "program/load.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "model/address_space.h"
#include "support.h"

namespace heddle {
namespace {

using test::load;
using test::run;

// The address of a global by its source name; 0: none.
Address address_of(const Image& image, const std::string& name) {
  for (const GlobalRange& range : image.globals)
    if (image.variables[range.variable].name == name) return range.begin;
  return 0;
}

TEST(Load, GlobalsLieInProgramMemoryAndCodeBelow) {
  const LoadResult result = load({{"a.c",
                                   "int x = 7; static long y; char big[5000]; static int* p = &x;\n"
                                   "int main(void) { y += *p; big[1] = 1; return x + (int)y; }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  const Image& image = result.program->image();
  const Address x = address_of(image, "x");
  ASSERT_NE(x, 0u);
  EXPECT_TRUE(x >= kProgramBase && x < kStacksBase);
  EXPECT_EQ(*reinterpret_cast<int*>(x), 7);
  EXPECT_NE(address_of(image, "y"), 0u);
  const auto main = reinterpret_cast<Address>(image.main);
  EXPECT_TRUE(main >= kImageBase && main < kProgramBase);
  EXPECT_EQ(image.globals_begin, kProgramBase);
  EXPECT_LT(image.globals_size, 6000u);  // snapshots copy this much
  EXPECT_TRUE(std::is_sorted(image.globals.begin(), image.globals.end(),
                             [](const GlobalRange& a, const GlobalRange& b) { return a.begin < b.begin; }));
  for (const GlobalRange& range : image.globals)
    EXPECT_LE(range.begin + range.size, image.globals_begin + image.globals_size);
  EXPECT_EQ(run(image), 14);
  EXPECT_EQ(*reinterpret_cast<long*>(address_of(image, "y")), 7);
  EXPECT_GT(test::seen.writes, 0u);
}

TEST(Load, AddressesAreTheSameInEveryLoadAndAtEveryLevel) {
  const std::vector<Bitcode> units = test::compile_sources(
      {{"a.cpp",
        "#include <string>\n#include <map>\n"
        "int first = 1; static int unused_static; std::string text = \"hello\"; thread_local int mine = 3;\n"
        "static std::map<int, int> table; inline int shared_inline = 5;\n"
        "int main() { table[1] = mine; return first + table[1] + shared_inline; }\n"}});
  auto places = [&](bool optimise) {
    LoadRequest request = test::request(units);
    request.optimise = optimise;
    const LoadResult result = load_program(std::move(request));
    EXPECT_TRUE(result.program) << result.error;
    std::vector<std::pair<std::string, Address>> list;
    if (!result.program) return list;
    const Image& image = result.program->image();
    for (const GlobalRange& range : image.globals) list.emplace_back(image.variables[range.variable].name, range.begin);
    EXPECT_EQ(run(image), 9);
    return list;
  };
  const auto fast = places(true);
  EXPECT_GE(fast.size(), 4u);
  EXPECT_EQ(fast, places(true));
  EXPECT_EQ(fast, places(false));
}

TEST(Load, OneProgramAtATime) {
  const LoadResult first = load({{"a.c", "int x; int main(void) { return x; }"}});
  ASSERT_TRUE(first.program) << first.error;
  const LoadResult second = load({{"a.c", "int x; int main(void) { return x; }"}});
  EXPECT_FALSE(second.program);
  EXPECT_NE(second.error.find("no memory at"), std::string::npos) << second.error;
  EXPECT_EQ(run(first.program->image()), 0);
}

TEST(Load, MainTakesWhatItTakes) {
  for (const char* source : {"int main(void) { return 5; }", "int main(int n) { return n + 3; }",
                             "int main(int n, char** v) { return n + (v[1][0] == 'a' && !v[2] ? 3 : 0); }",
                             "int main(int n, char** v, char** e) { return n + (v[1] && !e[0] ? 3 : 0); }"}) {
    const LoadResult result = load({{"a.c", source}});
    ASSERT_TRUE(result.program) << result.error;
    EXPECT_EQ(run(result.program->image(), {"a"}), 5) << source;
  }
}

TEST(Load, ConstructorsRunInOrder) {
  const LoadResult result =
      load({{"a.c",
             "int order; extern int b;\n"
             "__attribute__((constructor(200))) static void late(void) { order = order * 10 + 2; }\n"
             "__attribute__((constructor(150))) static void early(void) { order = order * 10 + 1; }\n"
             "__attribute__((destructor)) static void end(void) { order = 0; }\n"
             "int main(void) { return order + b; }\n"},
            {"b.cpp",
             "extern \"C\" { extern int order; int b; }\n"
             "struct S { S() { b = order * 100; } } s;\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(result.program->image().constructors.size(), 3u);
  EXPECT_EQ(result.program->image().destructors.size(), 1u);
  EXPECT_EQ(run(result.program->image()), 1212);
}

TEST(Load, HashFollowsTheProgram) {
  auto hash = [](const char* source) {
    const LoadResult result = load({{"a.c", source}});
    return result.program ? result.program->image().hash : 0;
  };
  const std::uint64_t one = hash("int main(void) { return 1; }");
  EXPECT_NE(one, 0u);
  EXPECT_NE(one, hash("int main(void) { return 2; }"));
}

TEST(Load, UndefinedNamesAreReportedWithTheirFirstUse) {
  const LoadResult result = load({{"a.c",
                                   "void foo(int); extern int missing;\n"
                                   "int main(void) {\n"
                                   "  foo(1);\n"
                                   "  foo(2);\n"
                                   "  return missing;\n"
                                   "}\n"},
                                  {"b.cpp",
                                   "namespace ns { void bar(int); }\n"
                                   "void (*table[])(int) = {ns::bar};\n"}});
  EXPECT_FALSE(result.program);
  EXPECT_EQ(result.error,
            "a.c:3:3: error: undefined function 'foo'\n"
            "a.c:5:10: error: undefined variable 'missing'\n"
            "b.cpp:2:1: error: undefined function 'ns::bar(int)'\n");
}

TEST(Load, WeakUndefinedIsNull) {
  const LoadResult result = load({{"a.c",
                                   "__attribute__((weak)) void optional(void);\n"
                                   "int main(void) { if (optional) optional(); return optional ? 1 : 4; }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 4);
}

TEST(Load, TheToolsOwnLibrariesAreNotTheProgramsOwn) {
  const LoadResult result =
      load({{"a.c", "int LLVMContextCreate(void); int main(void) { return LLVMContextCreate(); }"}});
  EXPECT_FALSE(result.program);
  EXPECT_NE(result.error.find("undefined function 'LLVMContextCreate'"), std::string::npos) << result.error;
}

TEST(Load, RefusedFunctionsMayBeMentioned) {
  const LoadResult result = load({{"a.c",
                                   "#include <unistd.h>\n"
                                   "int main(int n, char** v) { return n > 5 ? fork() : 2; }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 2);
  EXPECT_TRUE(test::seen.refused.empty());
}

TEST(Load, ARefusedFunctionStopsTheRunThroughAPointerToo) {
  const LoadResult result = load({{"a.c",
                                   "#include <unistd.h>\n"
                                   "pid_t (*starter)(void) = fork;\n"
                                   "int main(void) { return starter(); }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EXIT((test::seen.refusal_ends = true, run(result.program->image())), testing::KilledBySignal(SIGABRT),
              "refused: fork");
}

// heddle_refused comes back only then.
TEST(Load, ARefusedFunctionThatTheUserTrustsIsCalledWithItsArguments) {
  const LoadResult result = load({{"a.c",
                                   "#include <sys/sem.h>\n#include <sys/shm.h>\n"
                                   "int main(void) { return shmdt(0) == -1 && semctl(-1, 0, 0) == -1; }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 1);
  EXPECT_EQ(test::seen.refused.size(), 4u);  // before the call and in it
}

TEST(Load, OnlyTheProgramsOwnCallsReachIntercepted) {
  const LoadResult result = load({{"a.c",
                                   "#include <string.h>\n"
                                   "struct Big { char bytes[4096]; } a, b;\n"
                                   "char text[10] = \"abc\";\n"
                                   "int main(void) {\n"
                                   "  struct Big local; local.bytes[7] = 3; a = local; b = a;\n"
                                   "  return (int)strlen(text) + b.bytes[7];\n"
                                   "}\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 6);
  EXPECT_EQ(test::seen.intercepted_lengths, 1u);
  EXPECT_EQ(test::seen.intercepted_copies, 0u);
  EXPECT_GE(test::seen.copies, 1u);
}

TEST(Load, TheOptimiserDoesNotReplaceLibraryCalls) {
  const LoadResult result =
      load({{"a.c",
             "#include <string.h>\n"
             "int main(int n, char** v) { return (int)strlen(n > 9 ? \"efgh\" : \"abcd\"); }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 4);
  EXPECT_EQ(test::seen.intercepted_lengths, 1u);
}

TEST(Load, MathematicsAndArithmeticOfTheCompilerResolve) {
  const LoadResult result = load({{"a.c",
                                   "#include <math.h>\n"
                                   "__int128 a = 1000, b = 7; double d = 9.0;\n"
                                   "int main(void) { return (int)(a / b) + (int)sqrt(d) + (int)fmod(d, 5.0); }\n"}});
  ASSERT_TRUE(result.program) << result.error;
  EXPECT_EQ(run(result.program->image()), 142 + 3 + 4);
}

TEST(Load, GlobalsThatDoNotFitAreAnError) {
  const std::vector<Bitcode> units = test::compile_sources(
      {{"a.c", "char big[1ul << 30]; char more[100]; int main(void) { return big[3] + more[1]; }"}});
  const LoadResult result = load_program(test::request(units));
  EXPECT_FALSE(result.program);
  EXPECT_NE(result.error.find("do not fit"), std::string::npos) << result.error;
}

TEST(Load, BrokenAssemblyIsAnError) {
  const LoadResult result = load({{"a.c", "int main(void) { __asm__(\"nosuchinstruction\"); return 0; }"}});
  EXPECT_FALSE(result.program);
  EXPECT_NE(result.error.find("invalid instruction mnemonic"), std::string::npos) << result.error;
}

// gdb reads this list at its breakpoint in __jit_debug_register_code; libLLVM defines it.
struct DebugEntry {
  DebugEntry *next, *previous;
  const char* object;
  std::uint64_t size;
};
struct DebugDescriptor {
  std::uint32_t version, action;
  DebugEntry *relevant, *first;
};

TEST(Load, TheDebuggerIsToldWhenAsked) {
  const auto* descriptor = static_cast<const DebugDescriptor*>(dlsym(RTLD_DEFAULT, "__jit_debug_descriptor"));
  ASSERT_NE(descriptor, nullptr);
  LoadRequest request = test::request(test::compile_sources({{"a.c", "int main(void) { return 0; }"}}));
  request.debugger = true;
  request.optimise = false;
  LoadResult result = load_program(std::move(request));
  ASSERT_TRUE(result.program) << result.error;
  ASSERT_NE(descriptor->first, nullptr);
  EXPECT_EQ(std::string(descriptor->first->object + 1, 3), "ELF");
  result.program.reset();
  EXPECT_EQ(descriptor->first, nullptr);
}

TEST(Load, BrokenBitcodeIsAnError) {
  const LoadResult result = load_program(test::request({{"a.bc", "BC\xc0\xde and nothing else"}}));
  EXPECT_FALSE(result.program);
  EXPECT_NE(result.error.find("a.bc"), std::string::npos) << result.error;
}

}  // namespace
}  // namespace heddle
