// Sections with bitcode: written into an object of this test's own build, read back, damaged.
#include "frontend/embedded.h"

#include <gtest/gtest.h>

#include "frontend/clang_process.h"
#include "frontend/compile.h"

namespace heddle {
namespace {

// A small object file.
std::string object() {
  const ProcessResult made = run_process({compiler_path(false), "-x", "c", "-c", "/dev/null", "-o", "-"});
  return made.out;
}

EmbeddedUnit unit(std::string bitcode) { return {"a.c", "/src", "", std::move(bitcode)}; }

TEST(Embedded, ComesBackAsItWas) {
  std::string bytes = object();
  ASSERT_FALSE(bytes.empty());
  EXPECT_EQ(append_section(bytes, encode(unit("bits"))), "");
  const ElfContents read = read_elf("a.o", bytes);
  EXPECT_EQ(read.error, "");
  ASSERT_EQ(read.units.size(), 1u);
  EXPECT_EQ(read.units[0].source, "a.c");
  EXPECT_EQ(read.units[0].directory, "/src");
  EXPECT_EQ(read.units[0].bitcode, "bits");
}

TEST(Embedded, SeveralEntriesWithZerosBetween) {
  std::string bytes = object();
  const std::string zeros(24, '\0');
  EXPECT_EQ(append_section(bytes, encode(unit("one")) + zeros + encode(unit("")) + encode({"b.c", "/", "why", ""})),
            "");
  const ElfContents read = read_elf("a.o", bytes);
  EXPECT_EQ(read.error, "");
  ASSERT_EQ(read.units.size(), 3u);
  EXPECT_EQ(read.units[0].bitcode, "one");
  EXPECT_EQ(read.units[2].problem, "why");
}

TEST(Embedded, ObjectsWithout) {
  const ElfContents read = read_elf("a.o", object());
  EXPECT_EQ(read.error, "");
  EXPECT_TRUE(read.units.empty());
}

TEST(Embedded, DamagedFilesAreErrors) {
  std::string text = "no object at all";
  EXPECT_NE(append_section(text, ""), "");
  std::string bytes = object();
  EXPECT_EQ(append_section(bytes, encode(unit(std::string(1000, 'x'))).substr(0, 200)), "");
  EXPECT_NE(read_elf("a.o", bytes).error, "");
  std::string whole = object();
  append_section(whole, encode(unit("bits")));
  for (std::size_t size = 0; size < whole.size(); size += 7) read_elf("a.o", whole.substr(0, size));  // must not crash
  EXPECT_NE(read_elf("a.o", whole.substr(0, 100)).error, "");
  EXPECT_NE(read_archive("a.a", "!<arch>\njunk").error, "");
}

}  // namespace
}  // namespace heddle
