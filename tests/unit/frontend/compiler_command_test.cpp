// Command lines as build systems write them.
#include "frontend/compiler_command.h"

#include <gtest/gtest.h>

#include <fstream>

namespace heddle {
namespace {

using Words = std::vector<std::string>;

TEST(CompilerCommand, CompilesOnly) {
  const CompilerCommand c = read_command({"-DX", "-O2", "-MD", "-MF", "a.d", "-c", "a.c", "-o", "dir/a.o"}, false);
  EXPECT_TRUE(c.makes_objects);
  EXPECT_FALSE(c.links);
  EXPECT_EQ(c.output, "dir/a.o");
  ASSERT_EQ(c.sources.size(), 1u);
  EXPECT_EQ(c.sources[0].file, "a.c");
  EXPECT_EQ(bitcode_flags(c, c.sources[0]), (Words{"-DX", "-O2", "-x", "c"}));
}

TEST(CompilerCommand, ValuesAreNoFiles) {
  const CompilerCommand c = read_command(
      {"-I", "a.c", "-include", "b.c", "-Xlinker", "c.c", "-T", "d.c", "-l", "e.c", "-ofoo", "f.c"}, false);
  ASSERT_EQ(c.sources.size(), 1u);
  EXPECT_EQ(c.sources[0].file, "f.c");
  EXPECT_EQ(c.output, "foo");
  EXPECT_TRUE(c.links);
  EXPECT_EQ(bitcode_flags(c, c.sources[0]), (Words{"-I", "a.c", "-include", "b.c", "-x", "c"}));
}

TEST(CompilerCommand, NoObjects) {
  for (const Words& words :
       {Words{"-E", "a.c"}, Words{"-S", "a.c"}, Words{"-M", "a.c"}, Words{"--version"}, Words{"-v"},
        Words{"-print-search-dirs", "a.c"}, Words{"a.o", "-o", "a"}, Words{"-c", "a.h"}, Words{"-fsyntax-only", "a.c"},
        Words{"-x", "c++-header", "-c", "a.inc"}})
    EXPECT_FALSE(read_command(words, false).makes_objects) << words[0];
}

TEST(CompilerCommand, LanguageOfTheDriverAndOfX) {
  EXPECT_EQ(read_command({"a.c"}, true).sources[0].language, Language::Cxx);
  EXPECT_EQ(read_command({"-xc", "a.cpp"}, true).sources[0].language, Language::C);
  const CompilerCommand c = read_command({"-x", "c", "a.txt", "-x", "none", "b.cc", "c.txt"}, false);
  ASSERT_EQ(c.sources.size(), 2u);
  EXPECT_EQ(c.sources[0].language, Language::C);
  EXPECT_EQ(c.sources[1].file, "b.cc");
  EXPECT_TRUE(read_command({"-x", "assembler", "-c", "a.c"}, false).sources.empty());
}

TEST(CompilerCommand, WithoutBitcodeForAReason) {
  EXPECT_FALSE(read_command({"-x", "c", "-c", "-", "-o", "a.o"}, false).sources[0].language);
  EXPECT_NE(read_command({"-stdlib=libc++", "-c", "a.cpp"}, true).sources[0].problem, "");
  EXPECT_NE(read_command({"-x", "objective-c", "-c", "a.m"}, false).sources[0].problem, "");
}

TEST(CompilerCommand, RefusesWhatWouldCallAnotherFunction) {
  EXPECT_NE(read_command({"a.o", "-Wl,--wrap=f"}, false).error, "");
  EXPECT_NE(read_command({"a.o", "-Xlinker", "--defsym=f=g"}, false).error, "");
  EXPECT_EQ(read_command({"a.o", "-Wl,-rpath,/opt"}, false).error, "");
}

TEST(CompilerCommand, ResponseFiles) {
  const std::string path = testing::TempDir() + "heddle-words";
  std::ofstream(path) << "-D'A B'\n\"a b.c\" -c\\\n-o x\\ y.o\n";
  const CompilerCommand c = read_command({"@" + path}, false);
  ASSERT_EQ(c.sources.size(), 1u);
  EXPECT_EQ(c.sources[0].file, "a b.c");
  EXPECT_EQ(c.words[0].text, "-DA B");
  std::ofstream(path) << "@" << path;
  EXPECT_NE(read_command({"@" + path}, false).error, "");
  EXPECT_EQ(read_command({"@no such file", "-c"}, false).error, "");
}

TEST(CompilerCommand, SplitsAsAShell) {
  EXPECT_EQ(split_words("a 'b c' \"d \\\" e\" f\\ g ''"), (Words{"a", "b c", "d \" e", "f g", ""}));
  EXPECT_TRUE(split_words(" \n\t").empty());
}

}  // namespace
}  // namespace heddle
