// Runs the generated program once for each effect of the table and each way to use it, and compares the verdict with
// what the table implies.
//
//   memory_effects HEDDLE FOLDER races|pointers|foresight [NAME]    NAME: only functions whose name contains it
//
// pointers: one of the ways in which an argument can be wrong for each argument of each line, another for the next;
// with HEDDLE_LONG=1 in the environment all of them, and NAME likewise.
//
// races and pointers: with HEDDLE_SAMPLE (./test sets it) every other line, the others when the sources have changed.
//
// foresight: whatever a function does at run time, the symbol policy has said that it may. (The search looks, at each
// state, whether what is about to happen was foreseen: search/selective.cpp.)
#include "model/memory_effects.h"

#include <fmt/format.h>
#include <sys/personality.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "generate.h"
#include "model/symbol_policy.h"

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
  // A locale without a name is an exception of libstdc++'s own.
  const bool names_locale = (line.names.starts_with("_ZNSt6localeC1EPKc") && e.argument == 2) ||
                            (line.names.starts_with("_ZNSt6localeC1ERKS_PKci") && e.argument == 3);
  runs.push_back({"N", {null_is_fine ? "verified" : names_locale ? "assertion" : "crash"}});
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
  Campaign(std::string heddle, std::filesystem::path folder, bool whole)
      : heddle_(std::move(heddle)), folder_(std::move(folder)), whole_(whole) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "effects.cpp") << generated_program();
    std::ofstream(folder_ / "input") << "hello\nworld\n";
  }

  void line(int number, const MemoryEffectsLine& line, bool races) {
    for (const MemoryEffect& e : parse_memory_effects(line.effects)) {
      const std::vector<Run> runs = races ? race_runs(e) : pointer_runs(line, e);
      const std::size_t chosen = runs.empty() ? 0 : arguments_++ % runs.size();
      for (std::size_t i = 0; i < runs.size(); i++)
        for (const char* threads : {"1", "2"})
          if ((races || whole_ || i == chosen) && (*threads == '2' || (!races && e.kind == MemoryEffect::Kind::Object)))
            one(number, line, e, runs[i], threads);
    }
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
  bool whole_;
  int runs_ = 0, wrong_ = 0;
  std::size_t arguments_ = 0;  // with something to run
};

// Modelled functions that perform operations, of which no thread of the program calls any.
std::vector<std::string> without_example(const ForeseenProgram& program) {
  std::string called = " ";
  for (const std::string& names : program.names) called += names + " ";
  std::vector<std::string> missing;
  const auto look = [&](const std::string& name) {
    const MayPerform does = symbol_rule(name).effect.does;
    const bool performs = !does.is_anything() && !does.is_nothing();
    if (performs && called.find(" " + name + " ") == std::string::npos) missing.push_back(name);
  };
#define MODELLED(name, function, ...) look(name);
#define MODELLED_DATA(name, object)
#define INTERCEPTED(name, function)
#include "model/symbol_policy_modelled.def"
#undef MODELLED
#undef MODELLED_DATA
#undef INTERCEPTED
  return missing;
}

int foresight(const std::string& heddle, const std::filesystem::path& folder, const std::string& only) {
  const ForeseenProgram program = foreseen_program();
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "foreseen.cpp") << program.text;
  int wrong = 0, runs = 0;
  for (const std::string& name : without_example(program)) {
    fmt::print("{} performs operations and needs an example in tests/memory_effects/generate.cpp\n", name);
    wrong++;
  }
  for (std::size_t i = 0; i < program.names.size(); i++) {
    if (program.names[i].find(only) == std::string::npos) continue;
    runs++;
    const std::string command = fmt::format(
        "cd {} && {} check -q --timeout 60 --keep-going --json --exit-status any --search selective --save "
        "/dev/null foreseen.cpp -- {} 2>&1",
        folder.string(), heddle, i);
    const std::string text = answer(command);
    const bool ran =
        text.find("\"verdict\"") != std::string::npos && text.find("\"verdict\": \"error\"") == std::string::npos;
    if (ran && text.find("nobody foresaw") == std::string::npos) continue;
    wrong++;
    fmt::print("{}: something was not foreseen\n  {}\n{}\n", program.names[i], command, text);
  }
  fmt::print("{} runs, {} wrong\n", runs, wrong);
  return wrong != 0 || (only.empty() && runs < 70);
}

}  // namespace
}  // namespace heddle::effect_tests

int main(int count, char** arguments) {
  using namespace heddle;
  if (count < 4) return 2;
  // The tool turns the randomisation of addresses off and starts itself again, unless it is off already.
  personality(ADDR_NO_RANDOMIZE);
  if (std::string(arguments[3]) == "foresight")
    return effect_tests::foresight(arguments[1], arguments[2], count < 5 ? "" : arguments[4]);
  effect_tests::Campaign campaign(arguments[1], arguments[2], count >= 5 || std::getenv("HEDDLE_LONG") != nullptr);
  const bool races = std::string(arguments[3]) == "races";
  const char* const sample =
      count >= 5 || std::getenv("HEDDLE_LONG") != nullptr ? nullptr : std::getenv("HEDDLE_SAMPLE");
  const auto its_turn = [&](int line) {
    return sample == nullptr || (line + std::strtol(sample, nullptr, 10)) % 2 == 0;
  };
  int number = 0;
  for (const MemoryEffectsLine& line : kMemoryEffects) {
    if (!line.example.empty() && its_turn(number) &&
        (count < 5 || line.names.find(arguments[4]) != std::string_view::npos))
      campaign.line(number, line, races);
    number++;
  }
  return campaign.finish();
}
