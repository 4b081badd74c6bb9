// A file that begins with the header of a test framework gives the same bytes and the same diagnostics with a cache and
// without, and others as soon as anything about the header has changed.
#include "frontend/precompiled.h"

#include <fstream>
#include <thread>

#include "workspace.h"

namespace heddle {
namespace {

constexpr const char* kHeader = R"(#ifndef GTEST
#define GTEST
#include <cstddef>
namespace testing {
enum Kind { kOne, kTwo };
const Kind kDefault = kTwo;
using std::size_t;
struct Result { const char* text = ""; Kind kind = kDefault; };
template <class T> struct Pair { T first, second; size_t size() const { return 2; } };
template <class T> Pair<T> twice(const T& value) { return {value, value}; }
}
#endif
)";
constexpr const char* kSource =
    "// A test.\n#include <gtest/gtest.h>\n#include <cstddef>\nusing std::size_t;\nenum Mine { kMine };\n"
    "int main() { size_t none = 0; Mine mine = kMine; return int(testing::twice(testing::Result()).size()) - 2 + mine "
    "+ int(none); }\n";

class Precompiled : public Workspace {
 protected:
  void SetUp() override {
    Workspace::SetUp();
    write("one/gtest/gtest.h", kHeader);
    write("two/empty", "");
    write("a.cpp", kSource);
    // A compiler that tells how it was called.
    write("bin/clang++", "#!/bin/sh\necho \"$@\" >>" + (directory_ / "calls").string() + "\nexec " +
                             compiler_path(true) + " \"$@\"\n");
    std::filesystem::permissions("bin/clang++", std::filesystem::perms::owner_all);
    let_a_tick_pass();
  }
  CompileResult run(bool cached, const std::string& file, std::vector<std::string> flags = {"-I", "two", "-I", "one"}) {
    if (!cached) return compile_files({file}, std::move(flags));
    return compile({.files = {file},
                    .flags = std::move(flags),
                    .cache_directory = (directory_ / "cache").string(),
                    .compiler_directory = (directory_ / "bin").string()});
  }
  // How often clang has made a precompiled header, and how often it was given one, where there was a cache.
  std::pair<int, int> calls() const {
    std::pair<int, int> result;
    std::ifstream file(directory_ / "calls");
    for (std::string line; std::getline(file, line);) {
      result.first += line.find("-x c++-header") != std::string::npos;
      result.second += line.find("-include-pch") != std::string::npos;
    }
    return result;
  }
  void expect_same(const std::string& file, const std::vector<std::string>& flags = {"-I", "two", "-I", "one"}) {
    let_a_tick_pass();
    const CompileResult with = run(true, file, flags), without = run(false, file, flags);
    EXPECT_EQ(error_of(with), error_of(without));
    EXPECT_EQ(with.warnings, without.warnings);
    ASSERT_EQ(with.units.size(), without.units.size());
    if (!with.units.empty()) EXPECT_TRUE(with.units[0].bytes == without.units[0].bytes) << "other bitcode";
  }
};

TEST(FrameworkHeader, is_found_behind_comments_only) {
  const auto name = [](const char* text) { return framework_header(text).value_or(LeadingHeader{}).name; };
  EXPECT_EQ(name("#include <gtest/gtest.h>\n"), "gtest/gtest.h");
  EXPECT_EQ(name("/* a\n b */ // c\n\n #  include \"gmock/gmock.h\" // d"), "gmock/gmock.h");
  EXPECT_EQ(name("#include <vector>\n#include <gtest/gtest.h>\n"), "");
  EXPECT_EQ(name("#define X\n#include <gtest/gtest.h>\n"), "");
  EXPECT_EQ(name("// continued \\\n#include <gtest/gtest.h>\n"), "");
  EXPECT_EQ(name("/* open\n#include <gtest/gtest.h>\n"), "");
  EXPECT_EQ(name("int x;\n#include <gtest/gtest.h>\n"), "");
  EXPECT_EQ(name("#include <gtest/gtest.h"), "");
  EXPECT_EQ(name(""), "");
  EXPECT_TRUE(framework_header("#include \"gtest/gtest.h\"")->quoted);
}

TEST_F(Precompiled, gives_the_same_bytes_and_is_made_once) {
  write("b.cpp", std::string("// Another.\n") + kSource);
  expect_same("a.cpp");
  EXPECT_EQ(calls(), std::pair(1, 1));
  expect_same("b.cpp");
  EXPECT_EQ(calls(), std::pair(1, 2));
}

TEST_F(Precompiled, the_real_one) {
  write("real.cpp", "#include <gtest/gtest.h>\n#include <thread>\nTEST(A, B) { EXPECT_EQ(1, 1); }\n");
  expect_same("real.cpp", {});
  EXPECT_EQ(calls(), std::pair(1, 1));
}

TEST_F(Precompiled, a_changed_header_is_read_again) {
  expect_same("a.cpp");
  std::string changed = kHeader;
  changed.replace(changed.find("kDefault = kTwo"), 15, "kDefault = kOne");
  write("one/gtest/gtest.h", changed);
  write("a.cpp", std::string(kSource) + "int changed;\n");
  expect_same("a.cpp");
  EXPECT_EQ(calls(), std::pair(2, 2));
}

TEST_F(Precompiled, a_header_earlier_on_the_path_is_found) {
  expect_same("a.cpp");
  std::string other = kHeader;
  other.replace(other.find("kTwo }"), 6, "kTwo = 7 }");
  write("two/gtest/gtest.h", other);
  expect_same("a.cpp");
}

TEST_F(Precompiled, one_beside_the_file_is_found) {
  std::string quoted = kSource;
  quoted.replace(quoted.find("<gtest/gtest.h>"), 15, "\"gtest/gtest.h\"");
  write("a.cpp", quoted);
  expect_same("a.cpp");
  EXPECT_EQ(calls().second, 1);
  write("sub/a.cpp", quoted);
  std::string other = kHeader;
  write("sub/gtest/gtest.h", other.replace(other.find("kTwo }"), 6, "kTwo = 7 }"));
  expect_same("sub/a.cpp");
  EXPECT_EQ(calls().second, 1);
}

TEST_F(Precompiled, other_flags_need_another) {
  expect_same("a.cpp");
  expect_same("a.cpp", {"-I", "one", "-DNDEBUG"});
  expect_same("a.cpp", {"-I", "one", "-std=c++20"});
  EXPECT_EQ(calls(), std::pair(3, 3));
  write("before.h",
        "#define GTEST\nnamespace testing { struct Result {}; template <class T> struct Pair { T a, b; int size() { "
        "return 2; } };"
        "template <class T> Pair<T> twice(T v) { return {v, v}; } }\n");
  expect_same("a.cpp", {"-I", "one", "-include", "before.h"});
  EXPECT_EQ(calls(), std::pair(3, 3));
}

TEST_F(Precompiled, diagnostics_are_those_of_the_file) {
  write("warns.cpp", std::string(kSource) + "int f() { int unused; return testing::twice(1).size(); }\n");
  expect_same("warns.cpp", {"-I", "one", "-Wall"});
  EXPECT_NE(run(true, "warns.cpp", {"-I", "one", "-Wall"}).warnings, "");
  write("fails.cpp",
        std::string(kSource) +
            "struct Once { Once(int); Once(const Once&) = delete; };\nauto g = testing::twice(Once(1));\n");
  expect_same("fails.cpp");
  EXPECT_NE(error_of(run(true, "fails.cpp")).find("In file included from fails.cpp:2"), std::string::npos);
}

TEST_F(Precompiled, a_header_with_a_warning_is_not_kept) {
  write("one/gtest/gtest.h", std::string("#warning old\n") + kHeader);
  expect_same("a.cpp");
  write("b.cpp", kSource);
  expect_same("b.cpp");
  EXPECT_EQ(calls(), std::pair(1, 0));
}

TEST_F(Precompiled, a_header_that_asks_who_includes_it_is_not_kept) {
  write("one/gtest/gtest.h", std::string(kHeader) + "inline const char* by() { return __BASE_FILE__; }\n");
  write("a.cpp", "#include <gtest/gtest.h>\nint main() { return by()[0]; }\n");
  expect_same("a.cpp");
  EXPECT_EQ(calls().second, 0);
}

TEST_F(Precompiled, one_without_a_guard_is_no_error) {
  write("one/gtest/gtest.h", "struct Twice {};\n");
  write("a.cpp", "#include <gtest/gtest.h>\nint main() {}\n");
  expect_same("a.cpp");
}

TEST_F(Precompiled, damaged_entries_are_made_again) {
  expect_same("a.cpp");
  int entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator("cache"))
    if (entry.path().extension() == ".header") {
      ++entries;
      std::filesystem::resize_file(entry.path(), 1000);
    }
  EXPECT_EQ(entries, 1);
  write("b.cpp", kSource);
  expect_same("b.cpp");
  EXPECT_EQ(calls(), std::pair(2, 2));
}

TEST_F(Precompiled, two_at_once_make_one) {
  write("b.cpp", kSource);
  let_a_tick_pass();
  const CompileResult both = compile({.files = {"a.cpp", "b.cpp"},
                                      .flags = {"-I", "one"},
                                      .cache_directory = (directory_ / "cache").string(),
                                      .compiler_directory = (directory_ / "bin").string()});
  ASSERT_FALSE(both.error) << error_of(both);
  EXPECT_EQ(calls(), std::pair(1, 2));
  EXPECT_TRUE(both.units[0].bytes == run(false, "a.cpp", {"-I", "one"}).units.at(0).bytes);
}

}  // namespace
}  // namespace heddle
