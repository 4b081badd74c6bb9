// Options as text: what a replay file keeps comes back, and a checkpoint goes by what decides what is explored.
#include "report/options_text.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

CheckOptions example_options() {
  CheckOptions o;
  o.search = "dfs";
  o.detector = "goldilocks";
  o.properties = {BugKind::Race, BugKind::Deadlock};
  o.visible = Visibility::All;
  o.bounds = {.executions = 1, .transitions = 2, .depth = 30, .seconds = 4.5, .memory_mb = 5, .preemptions = 6};
  o.seed = 9;
  o.keep_going = o.spurious_wakeups = o.strict = o.lossy = o.no_sleep = true;
  o.ignore = parse_ignore("race variable \"x\" because it does no harm").entries;
  o.classes = parse_classes(
                  "unshared variable \"u\" because it was said so\ninitialised variable \"v\" by \"main\" because it "
                  "was said so")
                  .entries;
  o.stdin_file = "in.txt";
  o.nondet = -3;
  o.scope = 2;
  o.earlier_scopes = {Verdict::Bug};
  o.arguments = {"one", "two\nlines"};
  o.processes = {"a.c -- 1", "b.c"};
  o.crashes = 2;
  o.exit_statuses = {0, 3};
  return o;
}

std::string all_lines(const CheckOptions& o) {
  return replay_lines(o, ReplayPart::Program) + replay_lines(o, ReplayPart::Accepted) +
         replay_lines(o, ReplayPart::Inputs);
}

TEST(OptionsText, AReplayFileKeepsWhatDecidesHowAnExecutionGoes) {
  EXPECT_EQ(all_lines(example_options()),
            "argument \"one\"\nargument \"two\\x0alines\"\nprocess \"a.c -- 1\"\nprocess \"b.c\"\n"
            "crash-process 2\nvisible all\ndetector goldilocks\n"
            "property race\nproperty deadlock\nexit-status 0\nexit-status 3\nstdin \"in.txt\"\n"
            "spurious-wakeups\nkeep-going\nstrict\nlossy\n"
            "ignore \"race variable \\\"x\\\" because it does no harm\"\n"
            "initialiser \"initialised variable \\\"v\\\" by \\\"main\\\" because it was said so\"\n"
            "nondet -3\nscope 2\nearlier-scope bug\n");
}

TEST(OptionsText, ItsLinesCanBeRead) {
  const std::string text = all_lines(example_options());
  CheckOptions read;
  OptionReader reader(read);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    EXPECT_EQ(reader.take(line), OptionReader::Taken::Yes) << line;
    at = end + 1;
  }
  EXPECT_EQ(all_lines(read), text);
  EXPECT_EQ(read.search, CheckOptions{}.search);  // not kept
}

TEST(OptionsText, OtherLinesAreNot) {
  CheckOptions options;
  OptionReader reader(options);
  EXPECT_EQ(reader.take("schedule 3"), OptionReader::Taken::Unknown);
  EXPECT_EQ(reader.take("search dfs"), OptionReader::Taken::Unknown);  // no replay file has it
  for (const char* wrong : {"strict yes", "visible some", "detector A", "nondet", "nondet x", "stdin in.txt",
                            "exit-status one", "earlier-scope maybe", "property rain", "ignore \"nothing\""})
    EXPECT_EQ(reader.take(wrong), OptionReader::Taken::Wrong) << wrong;
}

TEST(OptionsText, ACheckpointGoesByWhatIsExplored) {
  EXPECT_EQ(explored_options(example_options()),
            "--search dfs; --process a.c -- 1; --process b.c; --crash-process 2; --visible all; --detector goldilocks; "
            "--property race,deadlock; --exit-status 0,3; "
            "--stdin in.txt; --spurious-wakeups; --keep-going; --strict; --lossy; --max-depth 30; --preemptions 6; "
            "--no-sleep; "
            "--ignore: race variable \"x\" because it does no harm; --classes: unshared variable \"u\" because it was "
            "said so; "
            "--classes: initialised variable \"v\" by \"main\" because it was said so; --nondet -3; -- one two lines");
  CheckOptions raised = example_options();
  raised.bounds.executions = raised.bounds.transitions = raised.bounds.memory_mb = 1000;
  raised.bounds.seconds = 1000;
  raised.keeps_frontier = true;
  raised.checkpoint_seconds = 1;
  EXPECT_EQ(explored_options(raised), explored_options(example_options()));
  CheckOptions stored = example_options();
  stored.heuristics.watch_written = stored.heuristics.acquire_first = false;
  stored.shortest = stored.exact_states = true;
  EXPECT_NE(explored_options(stored).find("--heuristics wf,ara; --shortest; --exact; "), std::string::npos);
  CheckOptions deeper = example_options();
  deeper.bounds.depth = 31;
  EXPECT_NE(explored_options(deeper), explored_options(example_options()));
}

}  // namespace
}  // namespace heddle
