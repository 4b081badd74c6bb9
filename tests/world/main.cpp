// Makes a tree of 200 files, lets the tool check the programs of this folder on it, and looks at the tree again.
//
//   world_test HEDDLE SOURCES DIRECTORY
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace fs = std::filesystem;

namespace {

void make_tree(const fs::path& top) {
  fs::remove_all(top);
  for (const char* name : {"a", "b"}) {
    fs::create_directories(top / name);
    for (unsigned i = 0; i < 100; ++i) std::ofstream(top / name / fmt::format("file-{}", i)) << std::string(i, 'x');
  }
}

// Names, kinds, sizes and times of all that is below.
std::set<std::string> listing(const fs::path& top) {
  std::set<std::string> lines;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top)) {
    struct stat s{};
    stat(entry.path().c_str(), &s);
    lines.insert(fmt::format("{} {:o} {} {}.{}", entry.path().string(), s.st_mode, s.st_size, s.st_mtim.tv_sec,
                             s.st_mtim.tv_nsec));
  }
  return lines;
}

std::string output_of(const std::string& command) {
  std::string text;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) text.append(buffer, n);
    pclose(pipe);
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const fs::path top = fs::absolute(fs::path(argv[3]) / "tree");
  make_tree(top);
  const std::set<std::string> before = listing(top);
  unsigned wrong = 0;
  if (before.size() != 202) fmt::print("the tree has {} entries\n", before.size()), ++wrong;
  for (const char* source : {"scan.c", "scan_filesystem.cpp"})
    for (const char* search : {"dpor", "optimal", "stateful"}) {
      const std::string command = fmt::format("{} check --json --search {} {} -- {}", argv[1], search,
                                              argv[2] + std::string("/") + source, top.string());
      const std::string text = output_of(command);
      const auto report = nlohmann::json::parse(text, nullptr, false);
      const bool good = !report.is_discarded() && report.value("verdict", "") == "verified" &&
                        report["exit_statuses"] == nlohmann::json::array({0}) &&
                        report["stats"]["executions"].get<long>() + report["stats"]["states"].get<long>() > 1;
      fmt::print("{} under {}: {}\n", source, search, good ? "verified" : text);
      wrong += !good;
    }
  if (listing(top) != before) fmt::print("the tree on disk has changed\n"), ++wrong;
  return wrong == 0 ? 0 : 1;
}
