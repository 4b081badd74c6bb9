// The campaign: random programs of calls that happen at the same time (generator.h), played by one C source (player.c).
// Every interleaving without a reduction (dfs) says what a program can do; all other searches have to say the same, and
// what the kernel does when the program runs natively has to be among it.
//
//   concurrent_calls_test HEDDLE PLAYER.C DIRECTORY [NUMBER]     NUMBER: this program alone
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "../environment.h"
#include "../player_campaign.h"
#include "generator.h"

namespace concurrent_calls {

using namespace heddle;

namespace {

constexpr int kTransitions = 120'000;  // of dfs; a program that needs more is left out
constexpr unsigned kRuns = 3;          // natively

struct Found {
  std::string problem;  // no report
  bool complete = false, racy = false, stuck = false;
  std::set<std::string> others;  // kinds of other bugs
  std::set<unsigned> statuses;
};

Found found_in(const std::string& report) {
  Found found;
  const auto json = nlohmann::json::parse(report, nullptr, false);
  if (json.is_discarded() || json["verdict"] == "error") {
    found.problem = "no report: " + report;
    return found;
  }
  for (const auto& bug : json["bugs"]) {
    const std::string kind = bug["kind"];
    if (kind == "race")
      found.racy = true;
    else if (kind == "deadlock")
      found.stuck = true;
    else
      found.others.insert(kind);
  }
  found.complete = json["complete"];
  if (!found.complete) found.problem = json["limits"].dump();
  for (const auto& status : json["exit_statuses"]) found.statuses.insert(status.get<unsigned>());
  return found;
}

std::string text_of(const std::set<unsigned>& statuses) {
  std::string text;
  for (const unsigned s : statuses) text += fmt::format(" {}", s);
  return text;
}

// After a race the rest of an execution is not compared.
std::string difference(const Found& truth, const Found& other) {
  if (!other.problem.empty()) return other.problem;
  if (other.racy != truth.racy) return other.racy ? "a race that is none" : "a race was not found";
  if (truth.racy) return {};
  if (other.stuck != truth.stuck) return other.stuck ? "a deadlock that is none" : "a deadlock was not found";
  if (other.others != truth.others) return "other kinds of bugs";
  if (other.statuses != truth.statuses)
    return fmt::format("outcomes{} instead of{}", text_of(other.statuses), text_of(truth.statuses));
  return {};
}

struct Campaign {
  std::string heddle, player, directory;

  std::string command_of(const Program& p, const std::string& search) const {
    std::string command = fmt::format("cd {} && timeout 120 {} check --search {} --keep-going --exit-status any --json",
                                      directory, heddle, search);
    if (p.processes) {
      for (std::size_t i = 0; i < p.steps.size(); ++i)
        command += fmt::format(" --process '{} -- ={} {} {}'", player, p.objects, i, p.steps[i]);
      return command;
    }
    command += fmt::format(" {} -- {}", player, p.objects);
    for (const std::string& s : p.steps) command += " '" + s + "'";
    return command;
  }
  Found run(const Program& p, const std::string& search, const std::string& limit = "") const {
    return found_in(output_of(command_of(p, search + limit) + " 2>/dev/null"));
  }

  // What the kernel does is one of the outcomes.
  std::string native_difference(const Program& p, const Found& truth, unsigned run) const {
    const std::string place = fmt::format("{}/native", directory);
    std::filesystem::remove_all(place);
    std::filesystem::create_directories(place);
    const std::string prefix = fmt::format("heddle-{}-{}-", getpid(), run);
    const std::string start = fmt::format("PREFIX={} timeout 3 {}/native_player", prefix, directory);
    std::string command = "cd " + place + " && ulimit -c 0; ";
    if (p.processes) {
      command += fmt::format("{0} ={1} 0 '{2}' & {0} ={1} 1 '{3}'; b=$?; wait $!; a=$?; ", start, p.objects, p.steps[0],
                             p.steps[1]);
      command += fmt::format("PREFIX={} {}/native_player clean; ", prefix, directory);
      command += "echo $a $b";
    } else {
      command += start + " " + p.objects;
      for (const std::string& s : p.steps) command += " '" + s + "'";
      command += "; echo $? 0";
    }
    int a = -1, b = -1;
    if (std::sscanf(output_of("exec 2>/dev/null; " + command).c_str(), "%d %d", &a, &b) != 2) return "no native run";
    const auto is_crash = [](int status) { return status > 128 && status < 128 + 32 && status - 128 == 13; };
    if (a == 124 || b == 124) return truth.stuck ? "" : "natively it gets stuck";
    const unsigned status = static_cast<unsigned>(p.processes ? std::max(a, b) : a);
    if (truth.statuses.contains(status)) return {};
    if (truth.others.contains("crash") && (is_crash(a) || is_crash(b))) return {};
    return fmt::format("natively it ends with {}, which is none of{}", status, text_of(truth.statuses));
  }
};

int run(const Campaign& campaign, long only) {
  const bool is_long = std::getenv("HEDDLE_LONG") != nullptr;
  const unsigned long count = from_environment("HEDDLE_CALLS_PROGRAMS", is_long ? 400 : 6);
  const unsigned long seed = from_environment("HEDDLE_CALLS_SEED", 1);
  const std::vector<std::string> searches =
      is_long
          ? std::vector<std::string>{"dpor", "optimal", "selective", "invisible-first", "composed", "stateful", "auto"}
          : std::vector<std::string>{"dpor", "optimal", "stateful"};
  const std::string compiled =
      fmt::format("cc -O1 -w -DNATIVE -o {}/native_player {} -lpthread -lrt", campaign.directory, campaign.player);
  if (std::system(compiled.c_str()) != 0) return 2;
  unsigned compared = 0, left_out = 0, wrong = 0, stuck = 0, racy = 0, several = 0, native = 0;
  for (unsigned long k = 0; compared < count && k < 40 * count; ++k) {
    if (only >= 0 && static_cast<unsigned long>(only) != k) continue;
    const Program program = random_program(seed * 1'000'003 + k);
    const Found truth = campaign.run(program, "dfs", fmt::format(" --max-transitions {}", kTransitions));
    const auto report = [&](const std::string& who, const std::string& problem) {
      fmt::print("program {}: {}: {}\n  {}\n", k, who, problem, campaign.command_of(program, "dfs"));
      std::fflush(stdout);
      wrong++;
    };
    if (!truth.problem.empty()) {
      const bool too_large = truth.problem.find("transitions") != std::string::npos;
      if (!too_large && truth.problem.find("is not modelled") == std::string::npos) report("dfs", truth.problem);
      left_out++;
      continue;
    }
    if (only < 0 && truth.statuses.size() + truth.stuck + truth.racy + truth.others.size() < 2 && k % 4 != 0) {
      left_out++;  // little can happen
      continue;
    }
    compared++;
    stuck += truth.stuck;
    racy += truth.racy;
    several += truth.statuses.size() > 1;
    for (const std::string& search : searches) {
      const std::string problem = difference(truth, campaign.run(program, search));
      if (!problem.empty()) report(search, problem);
    }
    if (searches.size() > 3) {
      const Found pruned = campaign.run(program, "pruning --property race");
      // A bug of another kind ends an execution early.
      if ((!pruned.problem.empty() && truth.others.empty()) || pruned.racy != truth.racy)
        report("pruning", "a race that is none, or was not found");
    }
    // How much of a large message a pipe takes depends on how Linux fills pages.
    const bool large = std::any_of(program.steps.begin(), program.steps.end(),
                                   [](const std::string& s) { return s.find('W') != std::string::npos; });
    if (truth.racy || large) continue;
    for (unsigned i = 0; i < kRuns; ++i) {
      const std::string problem = campaign.native_difference(program, truth, i);
      if (!problem.empty()) {
        report("native", problem);
        break;
      }
    }
    native++;
  }
  fmt::print("{} programs ({} natively, {} left out): {} racy, {} can get stuck, {} with several outcomes; {} wrong\n",
             compared, native, left_out, racy, stuck, several, wrong);
  const bool enough = only >= 0 || (compared == count && stuck > 0 && several > 0);
  if (!enough) fmt::print("too little was compared\n");
  return wrong == 0 && enough ? 0 : 1;
}

}  // namespace
}  // namespace concurrent_calls

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  return concurrent_calls::run({argv[1], argv[2], argv[3]}, argc > 4 ? std::atol(argv[4]) : -1);
}
