// Which programs may use precompiled headers.
#include "precompiled_headers.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace heddle::program_tests {
namespace {

namespace fs = std::filesystem;

class Precompiled : public ::testing::Test {
 protected:
  Precompiled() {
    std::string pattern = (fs::temp_directory_path() / "precompiled.XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    for (const char* standard : {"gnu++17", "c++20"}) {
      fs::create_directories(directory_ / standard);
      std::ofstream(directory_ / standard / "precompiled.h") << "#include <mutex>\n#include <thread>\n";
      for (const char* name : {"precompiled.h.pch", "precompiled_streams.h.pch"})
        std::ofstream(directory_ / standard / name);
    }
  }
  ~Precompiled() override { fs::remove_all(directory_); }

  std::vector<std::string> options(const std::string& text, std::vector<std::string> flags = {},
                                   const char* name = "program.cpp") {
    Expectation expectation;
    expectation.file = directory_ / name;
    expectation.flags = std::move(flags);
    std::ofstream(expectation.file) << text;
    return PrecompiledHeaders(directory_).options_for(expectation);
  }
  std::vector<std::string> header(const char* standard) const {
    return {"-include", (directory_ / standard / "precompiled.h").string()};
  }

  fs::path directory_;
};

constexpr const char* kThread = "// expect: verified\n//\n#include <thread>\nint main() {}\n";

TEST_F(Precompiled, ByStandard) {
  EXPECT_EQ(options(kThread), header("gnu++17"));
  EXPECT_EQ(options(kThread, {"-std=c++20", "--keep-going"}), header("c++20"));
  EXPECT_TRUE(options(kThread, {"-std=c++23"}).empty());
}

TEST_F(Precompiled, OnlyWhereNothingElseIsIncluded) {
  EXPECT_FALSE(options("#include <mutex>\n#include <thread>\n").empty());
  EXPECT_TRUE(options("#include <regex>\n#include <thread>\n").empty());
  EXPECT_TRUE(options("#include \"own.h\"\n#include <thread>\n").empty());
  EXPECT_TRUE(options("int main() {}\n").empty());
}

TEST_F(Precompiled, NotWhereAMacroCouldChangeAHeader) {
  EXPECT_TRUE(options("#define NDEBUG\n#include <thread>\n").empty());
  EXPECT_TRUE(options("#if 0\n#include <thread>\n#endif\n").empty());
  EXPECT_FALSE(options("#include <thread>\n#define LATER 1\n").empty());
  EXPECT_TRUE(options(kThread, {"-DNDEBUG"}).empty());
}

TEST_F(Precompiled, StreamsOnlyWhereTheyAreIncluded) {
  EXPECT_EQ(options("#include <iostream>\n#include <thread>\n")[1].find("streams") != std::string::npos, true);
  EXPECT_EQ(options(kThread)[1].find("streams"), std::string::npos);
}

TEST_F(Precompiled, OnlyCxx) { EXPECT_TRUE(options(kThread, {}, "program.c").empty()); }

}  // namespace
}  // namespace heddle::program_tests
