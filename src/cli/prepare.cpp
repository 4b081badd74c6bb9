// The compiler's cache lies where the user keeps caches; HEDDLE_CACHE names another directory, or none if it is empty.
// heddle.h is looked for beside the executable, as installed and as built.
#include "cli/prepare.h"

#include <sys/personality.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/arguments.h"
#include "frontend/gather.h"
#include "machine/runtime.h"
#include "model/processes.h"
#include "run/progress.h"

namespace heddle::cli {

using namespace run;

std::string cache_directory() {
  if (const char* own = std::getenv("HEDDLE_CACHE")) return own;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
    return std::string(cache) + "/heddle";
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    return std::string(home) + "/.cache/heddle";
  return {};
}

std::vector<std::string> header_flags() {
  const std::string directory = beside_executable("heddle.h", {"/include", "/../share/heddle/include"});
  if (directory.empty()) return {};
  return {"-isystem", directory};
}

std::string beside_executable(const std::string& name, std::initializer_list<const char*> places) {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  if (n <= 0) return {};
  std::string directory(path, static_cast<std::size_t>(n));
  directory.resize(directory.rfind('/'));
  for (const char* place : places) {
    const std::string candidate = directory + place;
    struct stat status{};
    if (stat((candidate + "/" + name).c_str(), &status) == 0) return candidate;
  }
  return {};
}

namespace {

GatherResult gather_files(const std::vector<std::string>& files, const std::vector<std::string>& flags,
                          const LoadSettings& settings) {
  GatherRequest request;
  request.files = files;
  request.flags = flags;
  request.cache_directory = cache_directory();
  request.extra = header_flags();
  request.color = settings.color;
  return gather(request);
}

// Empty, or the error.
std::string gather_processes(const std::vector<std::string>& texts, const std::vector<std::string>& flags,
                             const LoadSettings& settings, Prepared& prepared, LoadRequest& load) {
  for (const ProcessSpec& process : read_processes(texts)) {
    const Arguments own = split_arguments(kCheck, process.words);
    std::vector<std::string> all_flags = flags;
    all_flags.insert(all_flags.end(), own.flags.begin(), own.flags.end());
    GatherResult gathered = gather_files(own.files, all_flags, settings);
    prepared.warnings += gathered.warnings;
    if (!gathered.error.empty()) return gathered.error;
    if (!gathered.shared_libraries.empty())
      return "heddle: error: a shared library in one of several processes: the processes would share its variables\n";
    load.processes.push_back({process.name, std::move(gathered.units)});
  }
  return {};
}

}  // namespace

Prepared prepare(const std::vector<std::string>& files, const std::vector<std::string>& flags, LoadSettings settings,
                 const std::vector<std::string>& processes) {
  PhaseLine phase(settings.progress);
  phase.enter("compiling " + (files.size() == 1 ? files[0] : std::to_string(files.size()) + " files"));
  Prepared prepared;
  LoadRequest load;
  if (processes.empty()) {
    GatherResult gathered = gather_files(files, flags, settings);
    prepared.warnings = std::move(gathered.warnings);
    prepared.error = std::move(gathered.error);
    load.units = std::move(gathered.units);
    load.libraries = std::move(gathered.shared_libraries);
  } else {
    prepared.error = gather_processes(processes, flags, settings, prepared, load);
  }
  if (!prepared.error.empty()) return prepared;
  load.visible = settings.visible;
  load.optimise = settings.optimise;
  load.flows = settings.flows && processes.empty();
  load.keep_locals = !settings.optimise;
  load.debugger = settings.debugger;
  load.cache_directory = cache_directory();
  if (settings.compares_states) enter_through_accesses();
  load.runtime = runtime_symbols();
  phase.enter("linking");
  LoadResult loaded = load_program(std::move(load));
  prepared.program = std::move(loaded.program);
  if (!prepared.program)
    prepared.error = loaded.error.empty() ? "heddle: error: the program could not be loaded\n" : loaded.error;
  return prepared;
}

void fix_addresses(char** argv) {
  const int current = personality(0xffffffff);
  if (current < 0 || (current & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(current) | ADDR_NO_RANDOMIZE) < 0) return;
  const int now = personality(0xffffffff);
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) == 0) return;  // or this would never end
  execv("/proc/self/exe", argv);
}

}  // namespace heddle::cli
