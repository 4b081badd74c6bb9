// Libraries that others have written, as Debian ships them, each with a small closed program of ours (bench/real): the
// verdict, whether it is the one that the program expects, executions, and the time of the whole command.
//
// The first lines of a program say what it needs:
//
//   // package: libtbb-dev                    Debian's package
//   // header: tbb/concurrent_queue.h         a file below /usr/include; where it is missing the row says "not
//   installed"
//   // flags: -DRACE -ltbb                    further words of the command, if any
//   // expect: verified | bug KIND | inconclusive
//
// Several `expect` lines, each after its own `flags`, are several rows. Main functions: read_driver, measure.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "harness.h"
#include "process.h"
#include "table.h"
#include "usage.h"

namespace heddle::bench {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::string flags, expected;
};
struct Driver {
  fs::path file;
  std::string package, header;
  std::vector<Row> rows;
};

Driver read_driver(const fs::path& file) {
  Driver driver{file, {}, {}, {}};
  std::ifstream text(file);
  std::string flags;
  for (std::string line; std::getline(text, line) && line.starts_with("//");) {
    const auto value = [&](std::string_view key) -> const char* {
      return std::string_view(line).substr(3).starts_with(key) ? line.c_str() + 3 + key.size() : nullptr;
    };
    if (line.size() < 4) continue;
    if (const char* package = value("package: ")) driver.package = package;
    if (const char* header = value("header: ")) driver.header = header;
    if (const char* words = value("flags: ")) flags = words;
    if (const char* expected = value("expect: ")) {
      driver.rows.push_back({flags, expected});
      flags.clear();
    }
  }
  if (driver.package.empty() || driver.header.empty() || driver.rows.empty())
    give_up(fmt::format("{}: no package, header or expect in the first lines", file.string()));
  return driver;
}

std::string verdict_of(const nlohmann::json& report) {
  const std::string verdict = report["verdict"];
  return verdict == "bug" ? "bug " + report["bugs"][0]["kind"].get<std::string>() : verdict;
}

struct Settings {
  std::string heddle, seconds = "60";
};

// False: not the verdict that was expected.
bool measure(const Driver& driver, const Row& row, const Settings& settings, Table& table) {
  std::vector<std::string> words = {settings.heddle, "check",          "--json",
                                    "--timeout",     settings.seconds, driver.file.string()};
  if (driver.file.extension() == ".cpp") words.emplace_back("-std=c++17");
  std::istringstream flags(row.flags);
  for (std::string word; flags >> word;) words.push_back(word);
  const CommandRun run = run_command(words);
  const auto report = nlohmann::json::parse(run.output, nullptr, false);
  if (report.is_discarded() || !report.contains("stats"))
    give_up(fmt::format("{}: no verdict: {}", driver.file.string(), run.output));
  const std::string verdict = verdict_of(report);
  const auto figure = [&](const char* name) { return fmt::format("{}", report["stats"][name].get<std::uint64_t>()); };
  const bool as_expected = verdict == row.expected;
  table.add({driver.file.filename().string(), driver.package, row.flags, verdict,
             as_expected ? "as expected" : "NOT " + row.expected, figure("executions"), figure("transitions"),
             fmt::format("{:.1f}", report["stats"]["wall_ms"].get<double>() / 1000), fmt::format("{:.1f}", run.wall)});
  return as_expected;
}

int run(const Settings& settings, std::string_view only) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(HEDDLE_BENCH_REAL)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Table table({"driver", "package", "flags", "verdict", "", "executions", "transitions", "search s", "command s"});
  bool good = true;
  for (const fs::path& file : files) {
    if (!only.empty() && !file.filename().string().starts_with(only)) continue;
    const Driver driver = read_driver(file);
    if (!fs::exists("/usr/include/" + driver.header)) {
      table.add({file.filename().string(), driver.package, "", "skipped: not installed"});
      continue;
    }
    for (const Row& row : driver.rows) good &= measure(driver, row, settings, table);
  }
  table.print();
  return good ? 0 : 1;
}

}  // namespace
}  // namespace heddle::bench

int main(int argc, char** argv) {
  constexpr const char* kUsage = "bench_real --heddle TOOL [--seconds S] [BEGINNING OF A NAME]";
  heddle::bench::Settings settings;
  std::string_view only;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heddle" && i + 1 < argc) {
      settings.heddle = argv[++i];
    } else if (word == "--seconds" && i + 1 < argc) {
      settings.seconds = argv[++i];
    } else if (!word.starts_with("-") && only.empty()) {
      only = word;
    } else {
      heddle::bench::wrong_usage(kUsage);
    }
  }
  if (settings.heddle.empty()) heddle::bench::wrong_usage(kUsage);
  return heddle::bench::run(settings, only);
}
