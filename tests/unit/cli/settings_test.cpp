// Values of options: each wrong one is an error, none is ignored.
#include "cli/settings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/help.h"
#include "detect/registry.h"
#include "search/search.h"

namespace heddle::cli {
namespace {

Settings settings(std::vector<std::string> words) {
  words.push_back("dir/a.c");
  return check_settings(
      split_arguments(kCheck, words),
      {{"auto", "dfs", "dpor", "best-first", "pct"}, {"vector-clock", "summary", "eraser", "none"}, {"auto", "dfs"}});
}

TEST(Settings, Defaults) {
  const Settings s = settings({});
  EXPECT_EQ(s.error, "");
  EXPECT_EQ(s.check.search, "auto");
  EXPECT_EQ(s.check.detector, "vector-clock");
  EXPECT_EQ(s.check.properties.size(), 8u);
  EXPECT_EQ(s.check.visible, Visibility::Sync);
  EXPECT_FALSE(s.check.bounds.executions || s.check.bounds.seconds || s.check.bounds.depth);
  EXPECT_EQ(s.check.seed, 1u);
  EXPECT_EQ(s.check.program_name, "a.c");
  EXPECT_FALSE(s.output.json);
}

TEST(Settings, Values) {
  const Settings s = settings({"--search", "dpor", "--no-sleep", "--max-executions", "7", "--timeout", "1.5",
                               "--memory=100", "--visible", "all", "--property", "deadlock,race,race", "--keep-going",
                               "--json=x.json", "--save", "out.heddle", "-v", "--color=never"});
  EXPECT_EQ(s.error, "");
  EXPECT_EQ(s.check.search, "dpor");
  EXPECT_TRUE(s.check.no_sleep);
  EXPECT_EQ(s.check.bounds.executions, 7u);
  EXPECT_EQ(s.check.bounds.seconds, 1.5);
  EXPECT_EQ(s.check.bounds.memory_mb, 100u);
  EXPECT_EQ(s.check.visible, Visibility::All);
  EXPECT_EQ(s.check.properties, (std::vector<BugKind>{BugKind::Race, BugKind::Deadlock}));
  EXPECT_EQ(s.output.json_file, "x.json");
  EXPECT_FALSE(s.output.json);
  EXPECT_EQ(s.save, "out.heddle");
}

TEST(Settings, WrongValuesNameTheOption) {
  const std::vector<std::vector<std::string>> wrong = {{"--max-executions", "x"},
                                                       {"--max-depth", "-1"},
                                                       {"--timeout", "soon"},
                                                       {"--timeout", "-1"},
                                                       {"--timeout", "nan"},
                                                       {"--seed", "1.5"},
                                                       {"--memory", "10x"},
                                                       {"--visible", "some"},
                                                       {"--color", "blue"},
                                                       {"--property", "races"},
                                                       {"--property", "race,"},
                                                       {"--max-transitions", " 1"},
                                                       {"-j", "0"},
                                                       {"--preemptions", "-1"},
                                                       {"--pct-depth", "0"}};
  for (const auto& words : wrong) {
    const std::string error = settings(words).error;
    EXPECT_NE(error.find(words[0]), std::string::npos) << words[0] << " " << words[1] << ": " << error;
  }
}

TEST(Settings, ExitStatuses) {
  EXPECT_EQ(settings({"a.c"}).check.exit_statuses, (std::vector<int>{0}));
  EXPECT_EQ(settings({"--exit-status", "0,3", "a.c"}).check.exit_statuses, (std::vector<int>{0, 3}));
  EXPECT_TRUE(settings({"--exit-status", "any", "a.c"}).check.exit_statuses.empty());
  for (const char* wrong : {"", "x", "0,", "256", "-1", "0;1"})
    EXPECT_NE(settings({"--exit-status", wrong, "a.c"}).error.find("'--exit-status'"), std::string::npos) << wrong;
}

TEST(Settings, PreemptionsNeedASearchThatCanBoundThem) {
  EXPECT_EQ(settings({"--preemptions", "2"}).error, "");
  EXPECT_EQ(settings({"--preemptions", "2"}).check.bounds.preemptions, 2u);
  EXPECT_EQ(settings({"--preemptions", "0", "--search", "dfs"}).check.bounds.preemptions, 0u);
  EXPECT_FALSE(settings({"--search", "dfs"}).check.bounds.preemptions);
  EXPECT_EQ(settings({"--preemptions", "2", "--search", "dpor"}).error,
            "'--preemptions' is not possible with '--search dpor', only with: auto, dfs");
}

TEST(Settings, DepthOfPct) {
  EXPECT_EQ(settings({"--search", "pct"}).check.pct_depth, 3u);
  EXPECT_EQ(settings({"--search", "pct", "--pct-depth", "7"}).check.pct_depth, 7u);
  EXPECT_EQ(settings({"--pct-depth", "7"}).error, "'--pct-depth' works only with '--search pct'");
}

TEST(Settings, HeuristicsOfBestFirst) {
  const auto on = [](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"--search", "best-first"};
    all.insert(all.end(), words.begin(), words.end());
    const Settings s = settings(all);
    EXPECT_EQ(s.error, "");
    const Heuristics& h = s.check.heuristics;
    return std::string(h.writes_first ? "f" : "") + (h.watch_written ? "w" : "") +
           (h.avoid_release_acquire ? "r" : "") + (h.acquire_first ? "a" : "");
  };
  EXPECT_EQ(on({}), "fwra");
  EXPECT_EQ(on({"--heuristics", "none"}), "");
  EXPECT_EQ(on({"--heuristics", "af,wf"}), "fa");
  EXPECT_EQ(on({"--heuristics", "ww"}), "w");
  EXPECT_EQ(on({"--heuristics=ara"}), "r");
  EXPECT_TRUE(settings({"--search", "best-first", "--shortest"}).check.shortest);
  EXPECT_FALSE(settings({"--search", "best-first"}).check.shortest);
  for (const char* wrong : {"wf,", "all", "none,wf", "WF", "wf;ww"})
    EXPECT_NE(settings({"--search", "best-first", "--heuristics", wrong}).error.find("'--heuristics'"),
              std::string::npos)
        << wrong;
  EXPECT_EQ(settings({"--shortest"}).error, "'--shortest' works only with '--search best-first'");
  EXPECT_EQ(settings({"--search", "dfs", "--heuristics", "wf"}).error,
            "'--heuristics' works only with '--search best-first'");
}

TEST(Settings, WhatIsNotBuiltIsRefused) {
  EXPECT_EQ(settings({"--search", "lucky"}).error.find("unknown search 'lucky'; available: auto, "), 0u);
  EXPECT_EQ(settings({"--detector", "goldilocks"}).error.find("unknown detector 'goldilocks'; available: "), 0u);
  EXPECT_EQ(settings({"-j", "2"}).error, "'-j' with more than one worker is not available yet");
  EXPECT_NE(settings({"--search", "dpro"}).error.find("did you mean 'dpor'"), std::string::npos);
  EXPECT_NE(settings({"--property", "discipline"}).error, "");
  EXPECT_NE(settings({"--no-sleep"}).error, "");
}

TEST(Settings, PropertiesFollowTheDetector) {
  const auto has = [](const std::vector<std::string>& words, BugKind kind) {
    const std::vector<BugKind> properties = settings(words).check.properties;
    return std::find(properties.begin(), properties.end(), kind) != properties.end();
  };
  EXPECT_TRUE(has({"--detector", "summary"}, BugKind::Race));
  EXPECT_FALSE(has({"--detector", "summary"}, BugKind::Discipline));
  EXPECT_FALSE(has({"--detector", "none"}, BugKind::Race));
  EXPECT_FALSE(has({"--detector", "eraser"}, BugKind::Race));
  EXPECT_TRUE(has({"--detector", "eraser"}, BugKind::Discipline));
  EXPECT_TRUE(has({"--detector", "eraser", "--property", "race"}, BugKind::Race));
}

TEST(Settings, ReadRowsBelongToSummary) {
  EXPECT_EQ(settings({"--detector", "summary"}).check.detector, "summary");
  EXPECT_EQ(settings({"--detector", "summary", "--read-rows"}).check.detector, "summary");
  EXPECT_EQ(settings({"--detector", "summary", "--no-read-rows"}).check.detector, kSummaryWithoutReads);
  EXPECT_NE(settings({"--no-read-rows"}).error, "");
  EXPECT_NE(settings({"--detector", "summary", "--read-rows", "--no-read-rows"}).error, "");
  EXPECT_NE(settings({"--detector", kSummaryWithoutReads}).error, "");
}

TEST(Settings, NoFileIsTouched) {
  EXPECT_EQ(settings({"--stdin", "/nonexistent/input"}).check.stdin_file, "/nonexistent/input");
  const Settings s = settings({"--ignore", "/nonexistent/entries", "--detect-nondeterminism"});
  EXPECT_EQ(s.error, "");
  EXPECT_EQ(s.check.ignore_file, "/nonexistent/entries");
  EXPECT_TRUE(s.check.detect_nondeterminism);
}

TEST(Settings, OneModeOfReplay) {
  auto mode = [](std::vector<std::string> words) { return replay_settings(split_arguments(kReplay, words)); };
  EXPECT_EQ(mode({"f"}).mode, ReplayMode::Report);
  EXPECT_EQ(mode({"--step", "f"}).mode, ReplayMode::Step);
  EXPECT_EQ(mode({"--gdb", "f"}).mode, ReplayMode::Gdb);
  EXPECT_EQ(mode({"--stop-at-bug", "f"}).mode, ReplayMode::StopAtBug);
  EXPECT_EQ(mode({"--stop-at-bug=optimised", "f"}).mode, ReplayMode::StopAtBugOptimised);
  EXPECT_NE(mode({"--stop-at-bug=fast", "f"}).error, "");
  EXPECT_NE(mode({"--step", "--gdb", "f"}).error, "");
  EXPECT_NE(mode({"--step", "--json", "f"}).error, "");
}

TEST(Settings, AFileIsNeeded) {
  EXPECT_EQ(check_settings(split_arguments(kCheck, {"--json"}), {}).error, "no source file given");
  EXPECT_NE(replay_settings(split_arguments(kReplay, {})).error, "");
  EXPECT_NE(replay_settings(split_arguments(kReplay, {"a", "b"})).error, "");
  EXPECT_EQ(replay_settings(split_arguments(kReplay, {"a"})).error, "");
}

TEST(Help, ListsEveryOptionOfCheckThatIsNotRefused) {
  const std::string text = help_text("");
  for (const Option& option : option_table())
    if (option.commands & kCheck)
      EXPECT_EQ(text.find(std::string(option.name)) != std::string::npos, option.works) << option.name;
  for (const char* topic : {"check", "replay", "searches", "detectors", "verdicts", "json"})
    EXPECT_NE(help_text(topic), "") << topic;
  EXPECT_EQ(help_text("nothing"), "");
  // Whatever has a name has a line about it.
  for (const SearchKind& kind : search_kinds()) {
    EXPECT_NE(kind.about, "") << kind.name;
    EXPECT_NE(help_text("searches").find(kind.about), std::string::npos) << kind.name;
  }
  for (const DetectorKind& kind : detector_kinds()) {
    EXPECT_NE(kind.about, "") << kind.name;
    EXPECT_NE(help_text("detectors").find(kind.about), std::string::npos) << kind.name;
  }
}

}  // namespace
}  // namespace heddle::cli
