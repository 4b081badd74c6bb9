// Runs the generated program once for each effect of the table and each way to use it, and compares the verdict with
// what the table implies.
//
//   memory_effects HEDDLE FOLDER races|pointers [NAME]    NAME: only functions whose name contains it
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "generate.h"
#include "model/memory_effects.h"

namespace heddle::effect_tests {
namespace {

struct Run {
  std::string mode;
  std::set<std::string> verdicts;  // the first word of the tool's answer
};

bool contains(std::string_view text, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](const char* p) { return text.find(p) != std::string_view::npos; });
}

// Calls that may be content to look at an object where nobody waits: natively they come back from a constant one.
bool may_only_look(std::string_view name) {
  return contains(name, {"destroy", "signal", "broadcast", "notify", "cond", "getvalue", "trywait", "timedwait",
                         "clockwait", "consistent"});
}

std::vector<Run> race_runs(const MemoryEffect& e) {
  if (e.kind == MemoryEffect::Kind::Write) return {{"wr", {"race"}}, {"wo", {"verified"}}};
  if (e.kind == MemoryEffect::Kind::Read && e.argument != 0) return {{"rr", {"race"}}, {"ro", {"verified"}}};
  return {};
}

std::vector<Run> pointer_runs(const MemoryEffectsLine& line, const MemoryEffect& e) {
  if (e.argument == 0) return {};
  std::vector<Run> runs;
  // glibc takes a null pointer for %c, as in these examples, for a conversion that failed.
  const bool converts = line.names.starts_with("scanf") || line.names.starts_with("fscanf");
  const bool null_is_fine = e.may_be_null || (converts && e.kind == MemoryEffect::Kind::Write);
  runs.push_back({"N", {null_is_fine ? "verified" : "crash"}});
  runs.push_back({"U", {"crash"}});
  // Freeing a mutex that is locked (the example of a condition wait) is reported first.
  runs.push_back({"F", {"memory", line.names.find("cond_wait") != std::string_view::npos ? "misuse" : "memory"}});
  if (e.kind == MemoryEffect::Kind::Object && may_only_look(line.names)) {
    runs.push_back({"C", {"crash", "verified", "misuse"}});
  } else if (e.kind != MemoryEffect::Kind::Read && !e.later) {  // later: only if the call gets that far
    // Before it writes there, getline hands the pointer that it finds there to realloc.
    runs.push_back({"C", {"crash", contains(line.names, {"getline", "getdelim"}) ? "memory" : "crash"}});
  }
  if (e.kind == MemoryEffect::Kind::Object) runs.push_back({"M", {"memory"}});
  return runs;
}

std::string answer(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer;
  while (std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), n);
  pclose(pipe);
  return text;
}

// "f.c:3:5: error: data race on 'x' [race]", "verified: ...", "inconclusive: ..."
std::string verdict_of(const std::string& text) {
  for (const char* kind : {"race", "deadlock", "livelock", "assertion", "crash", "memory", "misuse"})
    if (text.find(fmt::format(" [{}]\n", kind)) != std::string::npos) return kind;
  for (const char* verdict : {"verified", "inconclusive"})
    if (text.starts_with(verdict)) return verdict;
  return "neither a bug nor a verdict";
}

class Campaign {
 public:
  Campaign(std::string heddle, std::filesystem::path folder) : heddle_(std::move(heddle)), folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "effects.cpp") << generated_program();
    std::ofstream(folder_ / "input") << "hello\nworld\n";
  }

  void line(int number, const MemoryEffectsLine& line, bool races) {
    for (const MemoryEffect& e : parse_memory_effects(line.effects))
      for (const Run& run : races ? race_runs(e) : pointer_runs(line, e))
        for (const char* threads : {"1", "2"})
          if (*threads == '2' || (!races && e.kind == MemoryEffect::Kind::Object)) one(number, line, e, run, threads);
  }
  int finish() const {
    fmt::print("{} runs, {} wrong\n", runs_, wrong_);
    return wrong_ != 0 || runs_ < 10;
  }

 private:
  void one(int number, const MemoryEffectsLine& line, const MemoryEffect& e, const Run& run, const char* threads) {
    // The combinations take turns: what they share is what is tested.
    static constexpr const char* kWays[] = {"--search dpor --detector vector-clock", "--search optimal --detector goldilocks",
                                            "--search dfs --detector summary"};
    const std::string command = fmt::format("cd {} && {} check -q --timeout 60 --stdin input --save /dev/null {} effects.cpp -- {} {} {} {} 2>&1",
                                            folder_.string(), heddle_, kWays[runs_++ % 3], number, e.argument, run.mode, threads);
    const std::string text = answer(command), verdict = verdict_of(text);
    const bool has_line = verdict == "verified" || text.find(".cpp:") != std::string::npos;
    if (run.verdicts.contains(verdict) && has_line) return;
    wrong_++;
    fmt::print("{} argument {} mode {}, {} threads: expected {}, got {}{}\n  {}\n{}\n", line.first_name(), e.argument, run.mode,
               threads, *run.verdicts.begin(), verdict, has_line ? "" : " without a line", command, text);
  }

  std::string heddle_;
  std::filesystem::path folder_;
  int runs_ = 0, wrong_ = 0;
};

}  // namespace
}  // namespace heddle::effect_tests

int main(int count, char** arguments) {
  using namespace heddle;
  if (count < 4) return 2;
  effect_tests::Campaign campaign(arguments[1], arguments[2]);
  const bool races = std::string(arguments[3]) == "races";
  int number = 0;
  for (const MemoryEffectsLine& line : kMemoryEffects) {
    if (!line.example.empty() && (count < 5 || line.names.find(arguments[4]) != std::string_view::npos))
      campaign.line(number, line, races);
    number++;
  }
  return campaign.finish();
}
