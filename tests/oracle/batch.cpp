// Processes and pipes; see batch.h. Main functions: run_batch; run_image (a process with an image), work (a worker).
#include "batch.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "explore.h"
#include "findings_json.h"
#include "frontend/compile.h"
#include "machine/runtime.h"
#include "program/load.h"
#include "search/search.h"

namespace heddle::oracle {
namespace {

constexpr std::uint64_t kMoreForOthers = 20;  // times the transitions of brute force, for those that it is held against

// What an image is made for.
struct ImageKind {
  Visibility visible = Visibility::Sync;
  bool flows = false;  // for a search that asks what becomes of values
  friend bool operator==(const ImageKind&, const ImageKind&) = default;
};

ImageKind image_for(const Configuration& c) { return {c.instrumented(), search_kind(c.search).logs_execution}; }

// Where a worker is, for whoever finds it dead.
struct Progress {
  volatile unsigned position;  // in the list of programs
  const char* volatile configuration;
};

void map_handles() {
  void* const place = reinterpret_cast<void*>(kHandlePage);
  if (mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != place)
    std::abort();
}

void write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n <= 0) _exit(3);
    done += static_cast<std::size_t>(n);
  }
}

std::string read_all(int descriptor) {
  std::string text;
  char buffer[1 << 16];
  for (ssize_t n; (n = read(descriptor, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  return text;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

pid_t fork_tied() {  // the child does not outlive us
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  return 0;
}

class ImageProcess {
 public:
  ImageProcess(const BatchRequest& request, ImageKind kind, int out) : request_(request), kind_(kind), out_(out) {
    void* const page = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    progress_ = page == MAP_FAILED ? nullptr : new (page) Progress{};
  }

  [[noreturn]] void run(std::vector<Bitcode> units, const std::vector<unsigned>& numbers) {
    if (progress_ == nullptr) _exit(3);
    LoadRequest load;
    load.units = std::move(units);
    load.visible = kind_.visible;
    load.flows = kind_.flows;
    load.runtime = runtime_symbols();
    const LoadResult loaded = load_program(std::move(load));
    if (!loaded.program) {
      send({{"error", loaded.error}});
      _exit(0);
    }
    map_handles();
    for (unsigned position = 0; position < numbers.size();) {
      progress_->position = position;
      progress_->configuration = "start";
      const pid_t worker = fork_tied();
      if (worker == 0) work(loaded.program->image(), numbers, position);
      const int status = wait_for(worker);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
      position = progress_->position;
      const std::string how = WIFSIGNALED(status) ? fmt::format("signal {}", strsignal(WTERMSIG(status)))
                                                  : fmt::format("status {}", WEXITSTATUS(status));
      send({{"program", numbers[position]}, {"crash", fmt::format("{}: {}", progress_->configuration, how)}});
      ++position;
    }
    _exit(0);
  }

 private:
  [[noreturn]] void work(const Image& image, const std::vector<unsigned>& numbers, unsigned position) {
    for (; position < numbers.size(); ++position) {
      progress_->position = position;
      const unsigned number = numbers[position];
      bool wanted = true;
      std::uint64_t transitions = request_.transitions * kMoreForOthers;
      if (!request_.configurations.empty()) {
        for (const Configuration& c : request_.configurations)
          if (image_for(c) == kind_ && (request_.every_configuration || number % c.one_in == 0))
            try_out(image, number, c, request_.transitions);
        continue;
      }
      if (kind_.visible == Visibility::All) {
        const Findings truth = try_out(image, number, kTruth, request_.transitions);
        wanted = truth.exhausted;
      }
      for (const Configuration& c : kConfigurations)
        if (wanted && image_for(c) == kind_ && (request_.every_configuration || number % c.one_in == 0))
          try_out(image, number, c, transitions);
    }
    _exit(0);
  }

  Findings try_out(const Image& image, unsigned number, const Configuration& c, std::uint64_t transitions) {
    progress_->configuration = c.name;
    alarm(request_.seconds);
    std::vector<std::string> arguments;
    if (request_.programs != 0) arguments.push_back(std::to_string(number));
    Findings findings = explore(image, arguments, c, transitions);
    alarm(0);
    send({{"program", number}, {"configuration", c.name}, {"findings", findings}});
    return findings;
  }

  void send(const nlohmann::json& message) const {
    write_all(out_, message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }

  const BatchRequest& request_;
  const ImageKind kind_;
  const int out_;
  Progress* progress_ = nullptr;
};

void take(const nlohmann::json& message, BatchResult& result) {
  if (message.contains("error")) {
    result.error = message["error"];
    return;
  }
  ProgramResult& program = result.programs[message["program"].get<unsigned>()];
  if (message.contains("crash"))
    program.crash = message["crash"];
  else
    program.findings[message["configuration"]] = message["findings"].get<Findings>();
}

void run_image(const BatchRequest& request, ImageKind kind, const std::vector<Bitcode>& units,
               const std::vector<unsigned>& numbers, BatchResult& result) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t pid = fork_tied();
  if (pid == 0) {
    close(ends[0]);
    ImageProcess(request, kind, ends[1]).run(units, numbers);
  }
  close(ends[1]);
  const std::string text = read_all(ends[0]);
  close(ends[0]);
  const int status = wait_for(pid);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    take(nlohmann::json::parse(text.substr(begin, end - begin)), result);
    begin = end + 1;
  }
  if (status != 0 && result.error.empty()) result.error = fmt::format("the image process ended with {}", status);
}

}  // namespace

std::string choosing_main(std::size_t programs) {
  std::string text = "int main(int argc, char **argv) {\n  switch (argc > 1 ? atoi(argv[1]) : 0) {\n";
  for (std::size_t k = 0; k < programs; ++k) text += fmt::format("    case {0}: return program_{0}();\n", k);
  return text + "  }\n  return 99;\n}\n";
}

ProgramResult::Disagreement ProgramResult::disagreement(bool lenient) const {
  if (!crash.empty()) return {"crash", crash};
  if (!findings.contains(kTruth.name)) return {"crash", "no result"};
  if (!truth().complaints.empty()) return {kTruth.name, truth().complaints.front()};
  if (!comparable()) return {};
  for (const Configuration& c : kConfigurations) {
    const auto it = findings.find(c.name);
    if (it == findings.end()) continue;
    if (std::string what = difference(truth(), it->second, lenient, search_kind(c.search).races_only); !what.empty())
      return {c.name, std::move(what)};
  }
  return {};
}

BatchResult run_batch(const BatchRequest& request) {
  BatchResult result;
  result.programs.resize(std::max(request.programs, 1u));
  CompileRequest compiling;
  compiling.files = {request.file};
  compiling.flags = request.flags;
  compiling.flags.push_back("-w");
  const CompileResult compiled = compile(compiling);
  if (compiled.error) {
    result.error = compiled.error->message;
    return result;
  }
  std::vector<unsigned> numbers;
  for (unsigned k = 0; k < result.programs.size(); ++k) numbers.push_back(k);
  const std::span<const Configuration> all = kConfigurations;
  const auto run_if_wanted = [&](ImageKind kind) {
    const auto is_for = [&](const Configuration& c) { return image_for(c) == kind; };
    if (result.error.empty() &&
        std::ranges::any_of(request.configurations.empty() ? all : request.configurations, is_for))
      run_image(request, kind, compiled.units, numbers, result);
  };
  run_if_wanted({Visibility::All});
  if (request.configurations.empty())
    std::erase_if(numbers, [&](unsigned k) { return !result.programs[k].comparable(); });
  run_if_wanted({Visibility::Sync});
  run_if_wanted({Visibility::Sync, true});
  return result;
}

}  // namespace heddle::oracle
