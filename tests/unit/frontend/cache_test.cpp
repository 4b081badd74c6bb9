// The cache gives the same bytes as clang would, and forgets them as soon as clang would say something else.
#include <unistd.h>

#include <fstream>
#include <functional>
#include <thread>

#include "frontend/dependencies.h"
#include "workspace.h"

namespace heddle {
namespace {

class Cache : public Workspace {
 protected:
  CompileResult cached(std::vector<std::string> files, std::vector<std::string> flags = {}) {
    CompileResult result = compile(
        {.files = std::move(files), .flags = std::move(flags), .cache_directory = (directory_ / "cache").string()});
    EXPECT_FALSE(result.error) << error_of(result);
    return result;
  }
  int hits(std::vector<std::string> files, std::vector<std::string> flags = {}) {
    return cached(std::move(files), std::move(flags)).cache_hits;
  }
  // Compiles until the entry is in the cache, then makes the change: the result must be clang's own again.
  void expect_stale_after(const std::function<void()>& change, const std::vector<std::string>& flags = {}) {
    let_a_tick_pass();
    const std::string before = cached({"a.c"}, flags).units.at(0).bytes;
    ASSERT_EQ(hits({"a.c"}, flags), 1) << "nothing was cached";
    change();
    let_a_tick_pass();
    const CompileResult after = cached({"a.c"}, flags);
    EXPECT_EQ(after.cache_hits, 0);
    const CompileResult fresh = compile_files({"a.c"}, flags);
    ASSERT_FALSE(fresh.error) << error_of(fresh);
    EXPECT_EQ(after.units.at(0).bytes, fresh.units.at(0).bytes);
    EXPECT_NE(after.units.at(0).bytes, before);
  }
};

TEST_F(Cache, a_hit_is_the_same) {
  write("a.c", "#include <stdio.h>\nint main(void) { int unused; return puts(\"x\"); }\n");
  write("b.cpp", "#include <vector>\nstd::vector<int> v;\n");
  let_a_tick_pass();
  const CompileResult first = cached({"a.c", "b.cpp"}, {"-Wall"});
  EXPECT_EQ(first.cache_hits, 0);
  const CompileResult second = cached({"a.c", "b.cpp"}, {"-Wall"});
  EXPECT_EQ(second.cache_hits, 2);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(first.units[i].bytes, second.units[i].bytes);
  EXPECT_NE(first.warnings, "");
  EXPECT_EQ(first.warnings, second.warnings);
}

TEST_F(Cache, other_flags_are_another_entry) {
  write("a.c", "int main(void) { return X; }\n");
  let_a_tick_pass();
  EXPECT_EQ(hits({"a.c"}, {"-DX=1"}), 0);
  EXPECT_EQ(hits({"a.c"}, {"-DX=2"}), 0);
  EXPECT_EQ(hits({"a.c"}, {"-DX=1"}), 1);
  EXPECT_EQ(hits({"a.c"}, {"-DX=1", "-O3"}), 1);  // ignored flags make no difference
}

TEST_F(Cache, the_working_directory_counts) {
  write("a.c", "int main(void) { return 0; }\n");
  write("sub/a.c", "int main(void) { return 0; }\n");
  let_a_tick_pass();
  EXPECT_EQ(hits({"a.c"}), 0);
  std::filesystem::current_path(directory_ / "sub");
  EXPECT_EQ(hits({"a.c"}), 0);
}

TEST_F(Cache, source_changes) {
  write("a.c", "int main(void) { return 1; }\n");
  expect_stale_after([&] { write("a.c", "int main(void) { return 2; }\n"); });
}

TEST_F(Cache, same_size_and_time_changes) {
  write("a.c", "int main(void) { return 1; }\n");
  expect_stale_after([&] {
    const auto time = std::filesystem::last_write_time("a.c");
    write("a.c", "int main(void) { return 2; }\n");
    std::filesystem::last_write_time("a.c", time);
  });
}

TEST_F(Cache, header_changes) {
  write("a.c", "#include \"h.h\"\nint main(void) { return X; }\n");
  write("h.h", "#include \"deep/i.h\"\n");
  write("deep/i.h", "#define X 1\n");
  expect_stale_after([&] { write("deep/i.h", "#define X 2\n"); });
}

TEST_F(Cache, header_hidden_by_a_new_one) {
  write("a.c", "#include <h.h>\nint main(void) { return X; }\n");
  write("second/h.h", "#define X 1\n");
  std::filesystem::create_directory("first");
  expect_stale_after([&] { write("first/h.h", "#define X 2\n"); }, {"-Ifirst", "-Isecond"});
}

TEST_F(Cache, system_header_hidden_by_a_new_one) {
  write("a.c", "#include <stdio.h>\nint main(void) { return EOF; }\n");
  expect_stale_after([&] { write("mine/stdio.h", "#define EOF 7\n"); }, {"-I", "mine"});
}

TEST_F(Cache, header_beside_the_source_appears) {
  write("a.c", "#include \"h.h\"\nint main(void) { return X; }\n");
  write("inc/h.h", "#define X 1\n");
  expect_stale_after([&] { write("h.h", "#define X 2\n"); }, {"-Iinc"});
}

TEST_F(Cache, computed_include_hidden_by_a_new_header) {
  write("a.c", "#define NAME <sub/h.h>\n#include NAME\nint main(void) { return X; }\n");
  write("second/sub/h.h", "#define X 1\n");
  expect_stale_after([&] { write("first/sub/h.h", "#define X 2\n"); }, {"-Ifirst", "-Isecond"});
}

TEST_F(Cache, has_include_becomes_true) {
  write("a.c", "#if __has_include(\"opt.h\")\nint x = 1;\n#endif\nint main(void) { return 0; }\n");
  expect_stale_after([&] { write("opt.h", ""); });
}

TEST_F(Cache, has_include_becomes_false) {
  write("a.c", "#if __has_include(\"opt.h\")\nint x = 1;\n#endif\nint main(void) { return 0; }\n");
  write("opt.h", "");
  expect_stale_after([&] { std::filesystem::remove("opt.h"); });
}

TEST_F(Cache, preloaded_header_changes) {
  write("a.c", "int main(void) { return X; }\n");
  write("p.h", "#define X 1\n");
  expect_stale_after([&] { write("p.h", "#define X 2\n"); }, {"-include", "p.h"});
}

TEST_F(Cache, removed_header_is_an_error_again) {
  write("a.c", "#include \"h.h\"\nint main(void) { return X; }\n");
  write("h.h", "#define X 1\n");
  let_a_tick_pass();
  cached({"a.c"});
  EXPECT_EQ(hits({"a.c"}), 1);
  std::filesystem::remove("h.h");
  const CompileResult result =
      compile({.files = {"a.c"}, .flags = {}, .cache_directory = (directory_ / "cache").string()});
  EXPECT_NE(error_of(result).find("'h.h' file not found"), std::string::npos);
}

TEST_F(Cache, what_depends_on_the_clock_is_not_kept) {
  write("a.c", "const char *when = __TIME__;\nint main(void) { return 0; }\n");
  let_a_tick_pass();
  EXPECT_EQ(hits({"a.c"}), 0);
  EXPECT_EQ(hits({"a.c"}), 0);
}

TEST_F(Cache, a_file_written_just_now_is_not_kept) {
  // Between clang's look and ours the file may change within one tick of the clock: so a fresh one is not trusted.
  timespec start;
  clock_gettime(CLOCK_REALTIME_COARSE, &start);
  write("a.c", "int main(void) { return 0; }\n");
  EXPECT_FALSE(record_dependencies("unit: a.c\n", {}, {}, start));
  let_a_tick_pass();
  clock_gettime(CLOCK_REALTIME_COARSE, &start);
  EXPECT_TRUE(record_dependencies("unit: a.c\n", {}, {}, start));
}

TEST_F(Cache, errors_are_not_kept) {
  write("a.c", "#include \"h.h\"\nint main(void) { return X; }\n");
  let_a_tick_pass();
  const CompileRequest request{.files = {"a.c"}, .flags = {}, .cache_directory = (directory_ / "cache").string()};
  EXPECT_TRUE(compile(request).error);
  write("h.h", "#define X 1\n");
  EXPECT_FALSE(compile(request).error);
}

TEST_F(Cache, damaged_entries_are_ignored) {
  write("a.c", "int main(void) { return 0; }\n");
  let_a_tick_pass();
  const std::string good = cached({"a.c"}).units[0].bytes;
  ASSERT_EQ(hits({"a.c"}), 1);
  auto for_each_entry = [&](const std::function<std::string(std::string)>& change) {
    for (const auto& entry : std::filesystem::directory_iterator("cache")) {
      const std::string bytes = *read_file(entry.path().string());
      std::ofstream(entry.path(), std::ios::binary) << change(bytes);
    }
  };
  for_each_entry([](std::string bytes) { return bytes.substr(0, bytes.size() - 1); });
  CompileResult result = cached({"a.c"});
  EXPECT_EQ(result.cache_hits, 0);
  EXPECT_EQ(result.units[0].bytes, good);
  ASSERT_EQ(hits({"a.c"}), 1);  // repaired
  for_each_entry([](std::string bytes) { return bytes[bytes.size() / 2] ^= 1, bytes; });
  EXPECT_EQ(hits({"a.c"}), 0);
  for_each_entry([](std::string) { return ""; });
  EXPECT_EQ(hits({"a.c"}), 0);
}

TEST_F(Cache, an_impossible_directory_does_no_harm) {
  write("a.c", "int main(void) { return 0; }\n");
  write("file", "");
  const CompileResult result = compile({.files = {"a.c"}, .flags = {}, .cache_directory = "file/cache"});
  EXPECT_FALSE(result.error) << error_of(result);
}

TEST_F(Cache, many_users_at_once) {
  write("a.c", "int main(void) { return 0; }\n");
  let_a_tick_pass();
  const CompileResult fresh = compile_files({"a.c"});
  ASSERT_FALSE(fresh.error);
  const std::string expected = fresh.units[0].bytes;
  std::vector<std::thread> users;
  for (int i = 0; i < 6; ++i)
    users.emplace_back([&] {
      for (int round = 0; round < 4; ++round) EXPECT_EQ(cached({"a.c"}).units[0].bytes, expected);
    });
  for (std::thread& user : users) user.join();
  for (const auto& entry : std::filesystem::directory_iterator("cache"))
    EXPECT_EQ(entry.path().extension(), ".unit") << "a temporary file was left";
}

TEST(Prerequisites, are_unescaped) {
  EXPECT_EQ(prerequisites("unit: a.c dir/b\\ c.h \\\n  d$$.h e\\#f.h\n"),
            (std::vector<std::string>{"a.c", "dir/b c.h", "d$.h", "e#f.h"}));
  EXPECT_TRUE(prerequisites("").empty());
}

TEST(ScanIncludes, finds_names_and_doubts) {
  const IncludeScan scan = scan_includes(
      "#include <a.h>\n  #  include \"b/c.h\"\n#include_next <d.h>\n#if __has_include(<e.h>) // #include "
      "\"f.h\"\n#endif\n");
  EXPECT_EQ(scan.names, (std::vector<std::string>{"a.h", "b/c.h", "d.h", "f.h", "e.h"}));
  EXPECT_FALSE(scan.computed);
  EXPECT_FALSE(scan.doubt);
  EXPECT_TRUE(scan_includes("#include NAME\n").computed);
  EXPECT_FALSE(scan_includes("#ifdef __has_include\n#endif\n").doubt);
  for (const char* text : {"#if __has_include(NAME)\n", "#define H __has_include\n", "#embed \"x\"\n", "__DATE__",
                           "# inc\\\nlude \"x.h\"\n"})
    EXPECT_TRUE(scan_includes(text).doubt) << text;
}

}  // namespace
}  // namespace heddle
