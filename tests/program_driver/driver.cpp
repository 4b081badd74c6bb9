// Runs the programs of tests/programs and examples/ through heddle check and compares each with the expectation in its
// first lines (expectation.h); what it finds is also replayed.
//
//   program_driver --heddle build/heddle [options] FILE|DIRECTORY...
//     --filter TEXT        only programs whose path contains TEXT
//     --searches A,B       run these searches where a program does not name its own
//     --one-search         ... or one of dfs, dpor and optimal, by the program's name
//     --precompiled DIRECTORY   of headers (precompiled_headers.h)
//     --sample N           one program in N, and those that changed lately (sample.h)
//                          With HEDDLE_LONG in the environment none of the three has an effect.
//     --detectors A,B      run each search with each of these where a program does not name its own; `exact`: with all
//                          that are (the tool's default if not given)
//     --replays N          replay each bug found N times [2]; searches that wrote the same replay file share them
//     --each-kind N        ... and one bug of each kind N times, with HEDDLE_LONG ten times as often
//     --jobs N             programs at a time [HEDDLE_JOBS in the environment, or 2]
//     --work DIRECTORY     for replay files and output; emptied at the start [a temporary directory]
//     --verbose            a line per run
//
// HEDDLE_ONCE in the environment (./test --once): every program, but a single run of each, and no replays.
//
// Functions in order: options, the runs of one program, replay, the worker threads, main.
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/personality.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "contract.h"
#include "detect/registry.h"
#include "expectation.h"
#include "precompiled_headers.h"
#include "process.h"
#include "sample.h"

namespace fs = std::filesystem;
using namespace heddle::program_tests;

namespace {

struct Options {
  std::string heddle;
  std::vector<fs::path> places;
  std::string filter;
  bool one_search = false;
  fs::path precompiled;
  unsigned sample = 1;
  std::vector<std::string> searches, detectors = {""};
  int replays = 2;
  int many_replays = 0;
  unsigned jobs = getenv("HEDDLE_JOBS") ? static_cast<unsigned>(std::max(1, atoi(getenv("HEDDLE_JOBS")))) : 2;
  const bool once = getenv("HEDDLE_ONCE") != nullptr;
  fs::path work;
  bool verbose = false;
};

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    if (end > at) result.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

std::vector<std::string> exact_detectors() {
  std::vector<std::string> exact;
  for (const std::string& name : heddle::detector_names()) {
    heddle::Journal journal;
    const auto detector = heddle::make_detector(name, journal);
    if (detector && detector->exact()) exact.push_back(name);
  }
  return exact;
}

std::vector<std::string> expanded(const std::vector<std::string>& detectors) {
  static const std::vector<std::string> exact = exact_detectors();
  return detectors == std::vector<std::string>{"exact"} ? exact : detectors;
}

[[noreturn]] void usage(const std::string& problem) {
  fmt::print(stderr, "program_driver: {}\n", problem);
  exit(2);
}

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); i++) {
    const std::string& word = words[i];
    auto value = [&]() -> const std::string& {
      if (++i == words.size()) usage(word + " needs a value");
      return words[i];
    };
    if (word == "--heddle")
      options.heddle = fs::absolute(value());
    else if (word == "--filter")
      options.filter = value();
    else if (word == "--searches")
      options.searches = split(value());
    else if (word == "--one-search")
      options.one_search = !getenv("HEDDLE_LONG");
    else if (word == "--precompiled")
      options.precompiled = fs::absolute(value());
    else if (word == "--sample")
      options.sample = static_cast<unsigned>(std::max(1, std::stoi(value())));
    else if (word == "--detectors")
      options.detectors = split(value());
    else if (word == "--replays")
      options.replays = std::stoi(value());
    else if (word == "--each-kind")
      options.many_replays = std::stoi(value());
    else if (word == "--jobs")
      options.jobs = static_cast<unsigned>(std::max(1, std::stoi(value())));
    else if (word == "--work")
      options.work = fs::absolute(value());
    else if (word == "--verbose")
      options.verbose = true;
    else if (word.starts_with("-"))
      usage("unknown option " + word);
    else
      options.places.push_back(fs::absolute(word).lexically_normal());
  }
  if (options.heddle.empty() || options.places.empty()) usage("--heddle TOOL and a file or directory are needed");
  if (getenv("HEDDLE_LONG")) {
    options.precompiled.clear();
    options.sample = 1;
    options.many_replays *= 10;
  }
  if (options.once) {
    options.sample = 1;
    options.replays = options.many_replays = 0;
  }
  if (!fs::exists(options.heddle)) usage("there is no " + options.heddle);
  return options;
}

bool is_program(const fs::path& file) { return file.extension() == ".c" || file.extension() == ".cpp"; }

std::vector<fs::path> find_programs(const Options& options) {
  std::vector<fs::path> programs;
  for (const fs::path& place : options.places) {
    if (!fs::exists(place)) usage("there is no " + place.string());
    if (!fs::is_directory(place))
      programs.push_back(place);
    else
      for (const auto& entry : fs::recursive_directory_iterator(place))
        if (entry.is_regular_file() && is_program(entry.path())) programs.push_back(entry.path());
  }
  std::erase_if(programs, [](const fs::path& p) { return !read_expectation(p).part_of.empty(); });
  std::erase_if(programs, [&](const fs::path& p) { return p.string().find(options.filter) == std::string::npos; });
  std::ranges::sort(programs);
  return programs;
}

// The files of a process stand beside the program that names them.
std::string with_paths(const std::string& process, const fs::path& program) {
  std::istringstream in(process);
  std::string result, word;
  for (bool arguments = false; in >> word;) {
    arguments |= word == "--";
    const fs::path beside = program.parent_path() / word;
    if (!arguments && is_program(word) && fs::exists(beside)) word = beside.string();
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

// The last two parts of a path: enough to tell programs apart.
std::string short_name(const fs::path& file) { return (file.parent_path().filename() / file.filename()).string(); }

class Driver {
 public:
  explicit Driver(Options options)
      : options_(std::move(options)),
        found_(find_programs(options_)),
        programs_(sample_from_environment(options_.sample).of(found_)),
        precompiled_(options_.precompiled) {}

  int run() {
    if (programs_.empty()) usage("no program found");
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < options_.jobs; i++)
      workers.emplace_back([this] {
        for (std::size_t next; (next = next_++) < programs_.size();) one_program(programs_[next]);
      });
    for (std::thread& worker : workers) worker.join();
    if (programs_.size() < found_.size())
      fmt::print("{} of {} programs; the others come when the sources change, and in ./test --long\n", programs_.size(),
                 found_.size());
    fmt::print("{} passed, {} failed ({} runs, {} of them with precompiled headers, {} replays)\n", passed_, failed_,
               runs_, with_precompiled_, replayed_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  static constexpr const char* kInput = "input";  // a file in the program's place
  struct Place {
    fs::path directory;
    std::set<std::string> replayed;  // contents of replay files
  };

  void one_program(const fs::path& file) {
    const Expectation expectation = read_expectation(file);
    // All runs in one directory: it stands in the debug information, so another would mean to compile again.
    Place place{options_.work / file.relative_path(), {}};
    fs::create_directories(place.directory);
    if (!expectation.input.empty()) std::ofstream(place.directory / kInput) << expectation.input;
    std::vector<std::string> problems = expectation.mistakes;
    double seconds = 0;
    if (problems.empty() && options_.once)
      seconds += single_run(place, expectation, problems);
    else if (problems.empty())
      for (const std::string& search : searches_of(expectation))
        for (const std::string& visible : expectation.visibilities)
          seconds += all_detectors(place, expectation, search, visible, problems);
    const std::lock_guard<std::mutex> lock(output_);
    (problems.empty() ? passed_ : failed_)++;
    fmt::print("{} {} ({:.1f} s)\n", problems.empty() ? "ok  " : "FAIL", short_name(file), seconds);
    for (const std::string& problem : problems) fmt::print("     {}\n", problem);
    fflush(stdout);
  }

  double single_run(Place& place, const Expectation& e, std::vector<std::string>& problems) {
    const std::vector<std::string> detectors = expanded(e.detectors.empty() ? options_.detectors : e.detectors);
    const std::vector<std::string>& all = e.searches;
    const std::string search = std::ranges::count(all, "dpor") != 0 ? "dpor" : all.front();  // dfs may take its time
    return one_run(place, e, search, e.visibilities.front(), detectors.front(), problems);
  }

  double all_detectors(Place& place, const Expectation& e, const std::string& search, const std::string& visible,
                       std::vector<std::string>& problems) {
    double seconds = 0;
    for (const std::string& detector : expanded(e.detectors.empty() ? options_.detectors : e.detectors))
      seconds += one_run(place, e, search, visible, detector, problems);
    for (const auto& [detector, different] : e.with)
      seconds += one_run(place, e.of_detector(detector), search, visible, detector, problems);
    return seconds;
  }

  // A program that names its searches cannot be run, or not in reasonable time, with others. One that says how many
  // executions a search has is about searches.
  std::vector<std::string> searches_of(const Expectation& e) const {
    const bool named = e.searches != std::vector<std::string>{"dfs", "dpor", "optimal"};
    if (named) return e.searches;
    if (options_.one_search && e.executions.empty() && e.blocked.empty() && e.states.empty()) {
      unsigned sum = 0;
      for (const unsigned char c : e.file.stem().string()) sum += c;
      return {e.searches[sum % e.searches.size()]};
    }
    return options_.searches.empty() ? e.searches : options_.searches;
  }

  double one_run(Place& place, const Expectation& e, const std::string& search, const std::string& visible,
                 const std::string& detector, std::vector<std::string>& problems) {
    const std::string name = fmt::format("{}{}{} --visible {}", search, detector.empty() ? "" : " ", detector, visible);
    runs_++;
    std::vector<std::string> command = {options_.heddle, "check", "--json", "--search", search, "--visible", visible};
    if (!detector.empty()) command.insert(command.end(), {"--detector", detector});
    if (e.accepts_any_status()) command.insert(command.end(), {"--exit-status", "any"});
    if (!e.input.empty()) command.insert(command.end(), {"--stdin", kInput});
    command.insert(command.end(), e.flags.begin(), e.flags.end());
    const std::vector<std::string> precompiled = precompiled_.options_for(e);
    command.insert(command.end(), precompiled.begin(), precompiled.end());
    with_precompiled_ += !precompiled.empty();
    if (e.processes.empty()) command.push_back(e.file.string());
    for (const std::string& process : e.processes)
      command.insert(command.end(), {"--process", with_paths(process, e.file)});
    if (!e.arguments.empty()) command.push_back("--");
    command.insert(command.end(), e.arguments.begin(), e.arguments.end());

    const Finished finished = run_command(command, place.directory, e.timeout);
    double seconds = finished.seconds;
    auto complain = [&](const std::string& text) { problems.push_back(fmt::format("[{}] {}", name, text)); };
    const auto report = nlohmann::json::parse(finished.output, nullptr, false);
    if (finished.timed_out) {
      complain(fmt::format("no end after {} s", e.timeout));
    } else if (report.is_discarded() || !report.is_object()) {
      complain(fmt::format("status {}, standard output is no JSON object: '{:.200}' '{:.400}'", finished.status,
                           finished.output, finished.errors));
    } else {
      for (const std::string& text : complaints(e, report, finished.status, search, visible)) complain(text);
      if (e.expects_bug() && report.contains("bugs"))
        for (const auto& bug : report["bugs"]) seconds += replay(bug, place, e.timeout, complain);
    }
    if (options_.verbose) {
      const std::lock_guard<std::mutex> lock(output_);
      fmt::print("     {} {}: {:.2f} s\n", short_name(e.file), name, finished.seconds);
    }
    return seconds;
  }

  // Check and replay have to say the same of a bug, word for word.
  static std::string first_difference(const nlohmann::json& checked, const nlohmann::json& replayed) {
    for (const auto& [key, value] : checked.items()) {
      if (key == "replay" || replayed.value(key, nlohmann::json()) == value) continue;
      return fmt::format("{} is {} instead of {}", key, replayed.value(key, nlohmann::json()).dump(), value.dump());
    }
    return {};
  }

  template <class Complain>
  double replay(const nlohmann::json& bug, Place& place, double timeout, Complain complain) {
    const std::string file = bug.value("replay", "");
    if (file.empty()) {
      complain("a bug without a replay file");
      return 0;
    }
    if (!place.replayed.insert(contents(place.directory / file)).second) return 0;
    int times = options_.replays;
    {
      const std::lock_guard<std::mutex> lock(output_);
      if (kinds_replayed_.insert(bug.value("kind", "")).second) times = std::max(times, options_.many_replays);
    }
    double seconds = 0;
    for (int i = 0; i < times; i++, replayed_++) {
      const Finished again = run_command({options_.heddle, "replay", "--json", file}, place.directory, timeout);
      seconds += again.seconds;
      const auto report = nlohmann::json::parse(again.output, nullptr, false);
      const bool readable = report.is_object() && report.contains("bugs") && !report["bugs"].empty();
      const bool same = readable && report["bugs"][0].value("id", "") == bug.value("id", "");
      if (again.status != 1 || !same) {
        complain(fmt::format("replay {}: status {}{}: '{:.300}' '{:.300}'", i + 1, again.status,
                             again.status == 1 ? ", another bug" : "", again.output, again.errors));
        break;
      }
      if (const std::string differs = first_difference(bug, report["bugs"][0]); !differs.empty()) {
        complain(fmt::format("replay {} describes the bug otherwise: {}", i + 1, differs));
        break;
      }
    }
    return seconds;
  }

  const Options options_;
  const std::vector<fs::path> found_, programs_;
  std::atomic<std::size_t> next_ = 0;
  const PrecompiledHeaders precompiled_;
  std::atomic<unsigned> runs_ = 0, replayed_ = 0, with_precompiled_ = 0;
  std::mutex output_;  // also of the fields below
  unsigned passed_ = 0, failed_ = 0;
  std::set<std::string> kinds_replayed_;
};

}  // namespace

int main(int argc, char** argv) {
  Options options = parse({argv + 1, argv + argc});
  const bool temporary = options.work.empty();
  if (temporary) {
    std::string pattern = (fs::temp_directory_path() / "program_driver.XXXXXX").string();
    if (!mkdtemp(pattern.data())) usage("cannot make a temporary directory");
    options.work = pattern;
  } else {
    fs::remove_all(options.work / "runs");
    options.work /= "runs";
    fs::create_directories(options.work);
    // What was compiled of the test programs: the same in every run.
    setenv("HEDDLE_CACHE", (options.work.parent_path() / "cache").c_str(), 0);
  }
  // The tool turns the randomisation of addresses off and starts itself again, unless it is off already.
  personality(ADDR_NO_RANDOMIZE);
  const fs::path work = options.work;
  const int status = Driver(std::move(options)).run();
  if (temporary) fs::remove_all(work);
  return status;
}
