// compile(): good and bad inputs, flags, what clang says arrives unchanged.
#include <sys/stat.h>
#include <unistd.h>

#include "workspace.h"

namespace heddle {
namespace {

class Compile : public Workspace {};

const char* const kMain = "int main(void) { return 0; }\n";

TEST_F(Compile, makes_bitcode_of_c_and_cxx) {
  write("a.c", "int f(int *restrict p) { return *p; }\n");
  write("b.cpp", "#include <thread>\nextern \"C\" int f(int*);\nint main() { int x = 0; return f(&x); }\n");
  const CompileResult result = compile_files({"a.c", "b.cpp"});
  ASSERT_FALSE(result.error) << error_of(result);
  ASSERT_EQ(result.units.size(), 2u);
  EXPECT_EQ(result.units[0].file, "a.c");
  EXPECT_EQ(result.units[1].file, "b.cpp");
  for (const Bitcode& unit : result.units) EXPECT_TRUE(unit.bytes.starts_with("BC\xC0\xDE"));
  EXPECT_EQ(result.warnings, "");
}

TEST_F(Compile, language_follows_the_suffix) {
  const std::string cxx = "class c {}; int main() { return sizeof(c) != 1; }\n";
  for (const char* name : {"a.C", "a.cc", "a.cpp", "a.cxx", "a.c++", "a.cp", "a.ii"}) {
    write(name, cxx);
    const CompileResult result = compile_files({name});
    EXPECT_FALSE(result.error) << name << ": " << error_of(result);
  }
  write("a.c", cxx);
  EXPECT_TRUE(compile_files({"a.c"}).error);
  EXPECT_FALSE(compile_files({"a.c"}, {"-x", "c++"}).error);
  EXPECT_FALSE(compile_files({"a.c"}, {"-xc++"}).error);
  EXPECT_TRUE(compile_files({"a.c"}, {"-xc++", "-x", "none"}).error);
  write("a.i", "int main(void) { int class = 0; return class; }\n");
  EXPECT_FALSE(compile_files({"a.i"}).error);
  EXPECT_NE(error_of(compile_files({"a.c"}, {"-x", "cuda"})).find("-x cuda"), std::string::npos);
}

TEST_F(Compile, diagnostics_are_clangs_own) {
  write("bad.c", "int main(void) {\n  return undeclared;\n}\n");
  EXPECT_EQ(error_of(compile_files({"bad.c"})),
            "bad.c:2:10: error: use of undeclared identifier 'undeclared'\n"
            "    2 |   return undeclared;\n"
            "      |          ^\n"
            "1 error generated.\n");
  const CompileResult colored =
      compile({.files = {"bad.c"}, .flags = {}, .cache_directory = "", .extra = {}, .color = true});
  EXPECT_NE(error_of(colored).find("\033["), std::string::npos);
}

TEST_F(Compile, every_bad_file_is_reported) {
  write("a.c", "int a = one;\n");
  write("b.c", "int b = 2;\n");
  write("c.cpp", "int c = three;\n");
  const CompileResult result = compile_files({"a.c", "b.c", "c.cpp"});
  const std::string message = error_of(result);
  EXPECT_TRUE(message.starts_with("a.c:1:9: error: ")) << message;
  EXPECT_NE(message.find("c.cpp:1:9: error: "), std::string::npos) << message;
  EXPECT_TRUE(result.units.empty());
}

TEST_F(Compile, warnings_come_with_the_units) {
  write("a.c", "int main(void) { int unused; return 0; }\n");
  const CompileResult result = compile_files({"a.c"}, {"-Wall"});
  ASSERT_FALSE(result.error);
  EXPECT_NE(result.warnings.find("a.c:1:22: warning: unused variable"), std::string::npos) << result.warnings;
  EXPECT_TRUE(compile_files({"a.c"}, {"-Wall", "-Werror"}).error);
}

TEST_F(Compile, our_own_flags_cause_no_warnings) {
  write("a.c", "static int zero(void) { return 0; }\nint main(void) { return zero(); }\n");
  write("b.cpp", "int main() { return 0; }\n");
  for (const char* file : {"a.c", "b.cpp"}) {
    const CompileResult result = compile_files(
        {file}, {"-Weverything", "-Werror", "-Wno-c++98-compat", "-Wno-missing-prototypes", "-pthread", "-fno-inline",
                 "-D_FORTIFY_SOURCE=2", "-O0", "-O3", "-g0", "-ggdb3", "-fno-pie", "-fno-PIC", "-march=native"});
    EXPECT_FALSE(result.error) << error_of(result);
  }
}

TEST_F(Compile, bad_inputs_are_named) {
  std::filesystem::create_directory("folder.c");
  write("data.xyz", "hello");
  write("empty_suffix", "hello");
  EXPECT_EQ(error_of(compile_files({"missing.c"})), "missing.c: error: no such file\n");
  EXPECT_EQ(error_of(compile_files({"folder.c"})), "folder.c: error: is a directory, not a source file\n");
  EXPECT_TRUE(error_of(compile_files({"data.xyz"})).starts_with("data.xyz: error: unknown kind of file"));
  EXPECT_TRUE(error_of(compile_files({"empty_suffix"})).starts_with("empty_suffix: error: unknown kind of file"));
  EXPECT_EQ(error_of(compile_files({""})), "heddle: error: the name of a source file is empty\n");
  EXPECT_EQ(error_of(compile_files({})), "heddle: error: no source file\n");
  EXPECT_EQ(error_of(compile_files({"x.c", "y.c"})), "x.c: error: no such file\ny.c: error: no such file\n");
  ASSERT_EQ(mkfifo("pipe.c", 0600), 0);
  EXPECT_EQ(error_of(compile_files({"pipe.c"})), "pipe.c: error: is not a regular file\n");
  write("file", "");
  EXPECT_TRUE(error_of(compile_files({"file/a.c"})).starts_with("file/a.c: error: cannot be read: "));
}

TEST_F(Compile, unreadable_file) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  write("secret.c", kMain);
  ASSERT_EQ(chmod("secret.c", 0), 0);
  EXPECT_EQ(error_of(compile_files({"secret.c"})), "secret.c: error: cannot be read: permission denied\n");
}

TEST_F(Compile, odd_names_work) {
  for (const char* name : {"-dash.c", "@at.c", "with space.c", "quote\".c", "dollar$.c", "hash#.c"}) {
    write(name, kMain);
    const CompileResult result = compile_files({name});
    ASSERT_FALSE(result.error) << name << ": " << error_of(result);
    EXPECT_EQ(result.units[0].file, name);
  }
}

TEST_F(Compile, flags_reach_clang) {
  write("dir/h.h", "#define FROM_HEADER 1\n");
  write("pre.h", "#define PRELOADED 1\n");
  write(
      "a.c",
      "#include <h.h>\n"
      "#if !defined X || defined Y || !FROM_HEADER || !PRELOADED || __STDC_VERSION__ != 199901L\n#error no\n#endif\n");
  EXPECT_TRUE(compile_files({"a.c"}).error);
  CompileResult result = compile_files(
      {"a.c"}, {"-I", "dir", "-DX", "-D", "Y", "-UY", "-include", "pre.h", "-std=c99", "-fno-builtin", "-w"});
  EXPECT_FALSE(result.error) << error_of(result);
  result = compile_files({"a.c"}, {"-isystem", "dir", "-Wp,-DX,-MD,x.d", "-include", "pre.h", "-std=c99"});
  EXPECT_FALSE(result.error) << error_of(result);
  EXPECT_FALSE(std::filesystem::exists("x.d"));
  result = compile({.files = {"a.c"},
                    .flags = {"-DX", "-include", "pre.h", "-std=c99"},
                    .cache_directory = "",
                    .extra = {"-isystem", "dir"}});
  EXPECT_FALSE(result.error) << error_of(result);
}

TEST_F(Compile, standard_goes_to_its_language) {
  write("a.c", "_Static_assert(__STDC_VERSION__ == 201112L, \"\");\n");
  write("b.cpp", "static_assert(__cplusplus == 202002L);\n");
  const CompileResult both = compile_files({"a.c", "b.cpp"}, {"-std=c++20", "-std=c11"});
  EXPECT_FALSE(both.error) << error_of(both);
  EXPECT_FALSE(compile_files({"b.cpp"}, {"--std=gnu++20"}).error);
  // Fits nothing: clang has to say so.
  EXPECT_EQ(error_of(compile_files({"a.c"}, {"-std=c++20"})),
            "error: invalid argument '-std=c++20' not allowed with 'C'\n");
  EXPECT_NE(error_of(compile_files({"b.cpp"}, {"-std=c++99"})).find("invalid value 'c++99'"), std::string::npos);
}

TEST_F(Compile, refused_flags_are_named) {
  write("a.c", kMain);
  for (const char* flag : {"-fsanitize=address", "-fsanitize=thread", "-flto", "-flto=thin", "-fopenmp", "-m32"}) {
    const std::string message = error_of(compile_files({"a.c"}, {flag}));
    EXPECT_TRUE(message.starts_with(std::string("heddle: error: ") + flag + ": ")) << message;
  }
  EXPECT_EQ(error_of(compile_files({"a.c"}, {"--frobnicate"})),
            "heddle: error: unknown compiler flag '--frobnicate'\n");
  EXPECT_EQ(error_of(compile_files({"a.c"}, {"-D"})), "heddle: error: argument to '-D' is missing\n");
  EXPECT_NE(error_of(compile_files({"a.c"}, {"-fnonsense"})).find("unknown argument: '-fnonsense'"), std::string::npos);
}

TEST_F(Compile, flags_that_write_no_bitcode) {
  write("a.c", kMain);
  EXPECT_FALSE(compile_files({"a.c"}, {"-fsyntax-only", "-ftime-report"}).error);
  const std::string message = error_of(compile_files({"a.c"}, {"-Xclang", "-fsyntax-only"}));
  EXPECT_TRUE(message.starts_with("a.c: error: the compiler wrote no bitcode")) << message;
}

TEST(CompilerFlagWords, splits_a_command_line) {
  for (const char* word : {"-I", "-D", "-U", "-isystem", "-include", "-x", "-iquote", "-Xclang"})
    EXPECT_EQ(compiler_flag_words(word), 2) << word;
  for (const char* word : {"-Idir", "-DX=1", "-UX", "-std=c++20", "-O", "-O2", "-g", "-g0", "-Wall", "-W", "-fPIC",
                           "-mavx", "-pthread", "-xc", "-fopenmp", "-w", "-pedantic", "-includex.h"})
    EXPECT_EQ(compiler_flag_words(word), 1) << word;
  for (const char* word : {"", "-", "--", "-p", "-j", "-q", "-v", "-l", "-lm", "-L.", "-f", "-m", "--json", "--search",
                           "a.c", "-o", "-c", "--memory", "--max-depth"})
    EXPECT_EQ(compiler_flag_words(word), 0) << word;
}

TEST_F(Compile, missing_compiler_is_said) {
  write("a.c", kMain);
  const CompileResult result = compile({.files = {"a.c"},
                                        .flags = {},
                                        .cache_directory = "",
                                        .extra = {},
                                        .color = false,
                                        .compiler_directory = directory_.string()});
  EXPECT_EQ(error_of(result), "a.c: error: the compiler clang-19 is not installed (Debian package clang-19)\n");
}

TEST_F(Compile, broken_compiler_is_said) {
  write("a.c", kMain);
  auto with_compiler = [&](const std::string& script) {
    write("bin/clang", script);
    chmod("bin/clang", 0755);
    return error_of(compile({.files = {"a.c"},
                             .flags = {},
                             .cache_directory = "",
                             .extra = {},
                             .color = false,
                             .compiler_directory = (directory_ / "bin").string()}));
  };
  EXPECT_EQ(with_compiler("#!/bin/sh\nkill -SEGV $$\n"), "a.c: error: the compiler crashed (signal 11)\n");
  EXPECT_EQ(with_compiler("#!/bin/sh\nexit 3\n"), "a.c: error: the compiler failed without a message\n");
  EXPECT_NE(with_compiler("#!/nonexistent\n").find("cannot be started"), std::string::npos);
}

TEST_F(Compile, ir_is_read_as_it_is) {
  write("good.ll", "define i32 @main() {\n  ret i32 0\n}\n");
  write("a.c", kMain);
  CompileResult result = compile_files({"a.c"});
  ASSERT_FALSE(result.error);
  write("copy.bc", result.units[0].bytes);
  write("copy.o", result.units[0].bytes);
  const CompileResult again = compile_files({"good.ll", "copy.bc", "copy.o"}, {"-std=c99"});
  ASSERT_FALSE(again.error) << error_of(again);
  EXPECT_EQ(again.units[1].bytes, result.units[0].bytes);
  EXPECT_EQ(again.units[2].bytes, result.units[0].bytes);
}

TEST_F(Compile, bad_ir_is_named) {
  write("a.c", "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n");
  const CompileResult result = compile_files({"a.c"});
  ASSERT_FALSE(result.error);
  const std::string bytes = result.units[0].bytes;
  write("magic.bc", "not bitcode at all");
  write("empty.bc", "");
  write("cut.bc", bytes.substr(0, bytes.size() / 2));
  write("syntax.ll", "define i32 @main() {\n  retrun i32 0\n}\n");
  write("invalid.ll", "define i32 @main() {\nentry:\n  br label %entry\n}\n");
  EXPECT_TRUE(error_of(compile_files({"syntax.ll"})).starts_with("syntax.ll:2:3: error: "));
  EXPECT_EQ(error_of(compile_files({"magic.bc"})), "magic.bc: error: is not LLVM bitcode\n");
  EXPECT_EQ(error_of(compile_files({"empty.bc"})), "empty.bc: error: is not LLVM bitcode\n");
  for (const char* file : {"cut.bc", "invalid.ll"}) {
    const std::string message = error_of(compile_files({file}));
    EXPECT_NE(message.find("error: "), std::string::npos) << message;
    EXPECT_TRUE(message.starts_with(file)) << message;
  }
}

// Every damaged file ends in a message or in a module that LLVM can read; never in a crash of this process.
TEST_F(Compile, damaged_bitcode_never_crashes) {
  write("a.c", "int x; int main(void) { return ++x; }\n");
  const CompileResult good = compile_files({"a.c"});
  ASSERT_FALSE(good.error);
  unsigned random = 1, errors = 0;
  for (int round = 0; round < 60; ++round) {
    std::string bytes = good.units[0].bytes;
    for (int change = 0; change < 4; ++change) {
      random = random * 1664525u + 1013904223u;
      bytes[4 + (random >> 8) % (bytes.size() - 4)] ^= static_cast<char>(1 + (random >> 3) % 255);
    }
    write("damaged.bc", bytes);
    const CompileResult result = compile_files({"damaged.bc"});
    if (!result.error) continue;
    ++errors;
    EXPECT_TRUE(result.error->message.starts_with("damaged.bc: error: ")) << result.error->message;
  }
  EXPECT_GT(errors, 20u);
}

}  // namespace
}  // namespace heddle
