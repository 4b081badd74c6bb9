// The replay file: a round trip of everything, and files that someone has damaged or made up.
#include "report/replay_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <random>

namespace heddle {
namespace {

ReplayFile example() {
  ReplayFile file;
  file.program_hash = 0x0123456789abcdef;
  file.files = {"a.c", "dir with space/b \"quoted\".cpp"};
  file.flags = {"-std=c++20", "-DX=\"1\\2\"", "-I", "inc"};
  file.options.arguments = {"", "two\nlines", "\xff\x01"};
  file.options.visible = Visibility::All;
  file.options.detector = "none";
  file.options.stdin_file = "in.txt";
  file.options.spurious_wakeups = file.options.keep_going = true;
  file.options.nondet = -3;
  file.options.scope = 2;
  file.options.exit_statuses = {0, 3};
  file.options.earlier_scopes = {Verdict::Bug, Verdict::Verified};
  file.options.properties = {BugKind::Deadlock, BugKind::Crash};
  file.sources = {{"a.c", 7}, {"dir with space/b \"quoted\".cpp", ~std::uint64_t{0}}};
  file.options.ignore = parse_ignore("race variable \"a\\\\b\" because \"c\"").entries;
  file.options.classes = parse_classes("initialised variable \"v*\" by \"main/1\" because it does").entries;
  file.round.visible = {{0x100000000000, 4}, {1, 2}};
  file.kind = BugKind::Deadlock;
  file.id = "00ff";
  file.thread_names = {"main", "main/1", "main/2", "main/1/1"};
  for (int i = 0; i < 300; ++i)
    file.schedule.push_back({ThreadId(static_cast<std::uint16_t>(i % 7 % 4)), static_cast<Choice>(i % 11 == 0)});
  file.schedule.insert(file.schedule.end(), 5000, {ThreadId(3), 0});
  file.steps.places = {{"lock \"m\"", "f", "a.c:1"}, {"write x\\", "", ""}};
  for (std::size_t i = 0; i < file.schedule.size(); ++i) file.steps.of_step.push_back(i > 200);
  return file;
}

void expect_equal(const ReplayFile& a, const ReplayFile& b) {
  EXPECT_EQ(a.program_hash, b.program_hash);
  EXPECT_EQ(a.files, b.files);
  EXPECT_EQ(a.flags, b.flags);
  EXPECT_EQ(a.options.arguments, b.options.arguments);
  EXPECT_EQ(a.options.visible, b.options.visible);
  EXPECT_EQ(a.options.detector, b.options.detector);
  EXPECT_EQ(a.options.stdin_file, b.options.stdin_file);
  EXPECT_EQ(a.options.spurious_wakeups, b.options.spurious_wakeups);
  EXPECT_EQ(a.options.keep_going, b.options.keep_going);
  EXPECT_EQ(a.options.strict, b.options.strict);
  EXPECT_EQ(a.options.nondet, b.options.nondet);
  EXPECT_EQ(a.options.scope, b.options.scope);
  EXPECT_EQ(a.options.earlier_scopes, b.options.earlier_scopes);
  EXPECT_EQ(a.options.properties, b.options.properties);
  EXPECT_EQ(a.options.exit_statuses, b.options.exit_statuses);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.thread_names, b.thread_names);
  EXPECT_EQ(a.schedule, b.schedule);
  EXPECT_EQ(a.sources, b.sources);
  EXPECT_EQ(a.options.ignore, b.options.ignore);
  EXPECT_EQ(a.options.classes, b.options.classes);
  EXPECT_EQ(a.round.visible, b.round.visible);
  EXPECT_EQ(a.steps.places, b.steps.places);
  EXPECT_EQ(a.steps.of_step, b.steps.of_step);
}

TEST(ReplayFile, RoundTrip) {
  const ReplayReading reading = parse_replay(to_text(example()));
  ASSERT_TRUE(reading.file) << reading.line << ": " << reading.error;
  expect_equal(*reading.file, example());
}

TEST(ReplayFile, LongRunsAreShort) { EXPECT_LT(to_text(example()).size(), 2500u); }

TEST(ReplayFile, EmptySchedule) {
  ReplayFile file = example();
  file.schedule.clear();
  file.steps = {};
  const ReplayReading reading = parse_replay(to_text(file));
  ASSERT_TRUE(reading.file);
  EXPECT_TRUE(reading.file->schedule.empty());
}

TEST(ReplayFile, EveryTruncationIsAnError) {
  const std::string text = to_text(example());
  for (std::size_t n = 0; n + 1 < text.size(); ++n) {  // without its last newline it is whole
    const ReplayReading reading = parse_replay(text.substr(0, n));
    EXPECT_FALSE(reading.file) << n;
    EXPECT_FALSE(reading.error.empty());
  }
}

void expect_error(const std::string& text, std::size_t line, const std::string& part) {
  const ReplayReading reading = parse_replay(text);
  EXPECT_FALSE(reading.file);
  EXPECT_EQ(reading.line, line) << reading.error;
  EXPECT_NE(reading.error.find(part), std::string::npos) << reading.error;
}

// The example with one piece of text replaced: the error is in the line of that text, or so many below.
void expect_error_after(const std::string& from, const std::string& to, const std::string& part, unsigned below = 0) {
  std::string text = to_text(example());
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + below;
  expect_error(text.replace(at, from.size(), to), static_cast<std::size_t>(line), part);
}

TEST(ReplayFile, ErrorsNameTheLine) {
  expect_error("", 0, "not a Heddle replay file");
  expect_error(
      "\x7f"
      "ELF\x01\x02",
      1, "not a Heddle replay file");
  expect_error_after("heddle-replay 1", "heddle-replay 2", "another version");
  expect_error_after("program 0123456789abcdef", "program xyz", "not understood");
  expect_error_after("file \"a.c\"", "file a.c", "not understood");
  expect_error_after("file \"a.c\"", "file \"a\\q\"", "not understood");
  expect_error_after("file \"a.c\"", "file \"a\\x00\"", "zero byte");
  expect_error_after("property crash", "property crush", "unknown kind");
  expect_error_after("bug deadlock", "bug bluelock", "unknown kind");
  expect_error_after("thread \"main/1\"", "thread \"main/0\"", "not a thread name");
  expect_error_after("thread \"main/1\"", "thread \"other/1\"", "not a thread name");
  expect_error_after("3*5000", "3*5001", "more steps");
  expect_error_after("3*5000", "9*5000", "does not name");
  expect_error_after("3*5000", "3*0", "repetition");
  expect_error_after("3*5000", "3:99999*5000", "choice");
  expect_error_after("3*5000", "3*4999", "fewer steps", 3);
  expect_error_after("schedule 5300", "schedule 99999999999", "too long");
  expect_error_after("operations\n  0*201", "operations\n  0*200", "fewer operations", 2);
  expect_error_after("operations\n  0*201", "operations\n  2*201", "does not name", 1);
  expect_error_after("operations\n  0*201", "operations\n  0*999999", "more operations", 1);
  expect_error_after("source \"a.c\"", "source a.c", "not understood");
  expect_error_after("ignore \"race", "ignore \"rice", "expected 'race' or 'trust'");
  expect_error_after("initialiser \"initialised", "initialiser \"initialized", "expected 'unshared'");
  expect_error_after("initialiser \"initialised variable \\\"v*\\\" by \\\"main/1\\\"",
                     "initialiser \"unshared variable \\\"v\\\"", "not understood");
  expect_error_after("visible-bytes 1 2", "visible-bytes 1 -2", "not understood");
  expect_error_after("visible-bytes 1 2", "visible-bytes ffffffffffffffff 2", "not understood");
  expect_error_after("end\n", "end\nmore\n", "after 'end'", 1);
  expect_error_after("schedule 5300", "schedule 5300\nsurprise", "not understood", 1);
}

TEST(ReplayFile, HugeNumbersDoNotAllocate) {
  expect_error_after("3*5000", "3*18446744073709551615", "more steps");
  expect_error_after("3*5000", "3*99999999999999999999999", "repetition");
}

TEST(ReplayFile, RandomDamageNeverCrashes) {
  std::mt19937 random(7);
  const std::string text = to_text(example());
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = text;
    for (int i = 0; i < 1 + round % 4; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    const ReplayReading reading = parse_replay(damaged);
    EXPECT_EQ(reading.file.has_value(), reading.error.empty());
  }
}

TEST(ReplayFile, OnDisk) {
  const std::string path = testing::TempDir() + "heddle-replay-test-" + std::to_string(getpid());
  ASSERT_EQ(write_replay_file(path, example()), "");
  const ReplayReading reading = read_replay_file(path);
  ASSERT_TRUE(reading.file);
  expect_equal(*reading.file, example());
  unlink(path.c_str());
  EXPECT_NE(read_replay_file(path).error.find("cannot open"), std::string::npos);
  EXPECT_FALSE(read_replay_file("/").file);
  EXPECT_NE(write_replay_file("/nonexistent/x", example()), "");
}

}  // namespace
}  // namespace heddle
