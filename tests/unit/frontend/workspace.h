// A directory of its own for each test, with the program's files in it, and the working directory while the test runs.
#pragma once
#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

#include <filesystem>
#include <string>

#include "frontend/compile.h"
#include "support/files.h"

namespace heddle {

class Workspace : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-frontend-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    previous_ = std::filesystem::current_path();
    directory_ = name;
    std::filesystem::current_path(directory_);
  }
  void TearDown() override {
    std::filesystem::current_path(previous_);
    std::filesystem::remove_all(directory_);
  }

  void write(const std::string& file, const std::string& text) {
    const auto folder = std::filesystem::path(file).parent_path();
    if (!folder.empty()) std::filesystem::create_directories(folder);
    ASSERT_TRUE(write_file_atomically(file, text));
  }

  // File times tick coarsely; nothing younger than the tick of the compilation's start is cached.
  static void let_a_tick_pass() {
    const timespec pause{0, 30'000'000};
    nanosleep(&pause, nullptr);
  }

  static CompileResult compile_files(std::vector<std::string> files, std::vector<std::string> flags = {}) {
    return compile({.files = std::move(files), .flags = std::move(flags), .cache_directory = ""});
  }
  static std::string error_of(const CompileResult& result) {
    return result.error ? result.error->message : "(no error)";
  }

  std::filesystem::path directory_, previous_;
};

}  // namespace heddle
