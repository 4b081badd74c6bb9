// See explored.h. The process with the image forks a worker, which sends a line for each argument; if it dies, the
// argument that it was at gets the blame and a fresh worker goes on after it.
#include "explored.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "../oracle/explore.h"
#include "../oracle/findings_json.h"
#include "frontend/compile.h"
#include "machine/runtime.h"
#include "program/load.h"

namespace real_library {
namespace {

using heddle::oracle::Configuration;

constexpr Configuration kConfiguration = {"dpor", "dpor", heddle::Visibility::Sync, "vector-clock", true};
constexpr std::uint64_t kTransitions = 300'000;
constexpr unsigned kSeconds = 60;

pid_t fork_tied() {  // the child does not outlive us
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
  }
  return pid;
}

void send(int out, const nlohmann::json& message) {
  const std::string line = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t n = write(out, line.data() + done, line.size() - done);
    if (n <= 0) _exit(3);
    done += static_cast<std::size_t>(n);
  }
}

// What a worker sends lies in a file, so that a dead one has left whole lines.
[[noreturn]] void work(const heddle::Image& image, const std::vector<std::string>& arguments, std::size_t from,
                       int out) {
  for (std::size_t k = from; k < arguments.size(); ++k) {
    send(out, {{"begin", k}});
    alarm(kSeconds);
    const heddle::oracle::Findings findings = explore(image, {arguments[k]}, kConfiguration, kTransitions);
    alarm(0);
    send(out, {{"end", k}, {"findings", findings}});
  }
  _exit(0);
}

[[noreturn]] void run_image(std::vector<heddle::Bitcode> units, const std::vector<std::string>& arguments, int out) {
  heddle::LoadRequest load;
  load.units = std::move(units);
  load.visible = heddle::Visibility::Sync;
  load.runtime = heddle::runtime_symbols();
  const heddle::LoadResult loaded = load_program(std::move(load));
  if (!loaded.program) {
    send(out, {{"error", loaded.error}});
    _exit(0);
  }
  for (std::size_t from = 0; from < arguments.size();) {
    int ends[2];
    if (pipe(ends) != 0) _exit(3);
    const pid_t worker = fork_tied();
    if (worker == 0) {
      close(ends[0]);
      work(loaded.program->image(), arguments, from, ends[1]);
    }
    close(ends[1]);
    FILE* const in = fdopen(ends[0], "r");
    char* line = nullptr;
    std::size_t room = 0, at = from;
    while (getline(&line, &room, in) > 0) {
      const nlohmann::json message = nlohmann::json::parse(line, nullptr, false);
      if (message.contains("begin")) at = message["begin"];
      if (message.contains("end")) send(out, message), from = at + 1;
    }
    std::fclose(in);
    int status = 0;
    waitpid(worker, &status, 0);
    if (from == arguments.size()) break;
    send(out, {{"end", at},
               {"crash", WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                             : fmt::format("status {}", WEXITSTATUS(status)).c_str()}});
    from = at + 1;
  }
  _exit(0);
}

}  // namespace

std::vector<Explored> explore_all(const std::string& file, const std::vector<std::string>& arguments,
                                  std::string& error) {
  std::vector<Explored> all(arguments.size());
  heddle::CompileRequest compiling;
  compiling.files = {file};
  compiling.flags = {"-w"};
  if (file.ends_with(".cpp")) compiling.flags.emplace_back("-std=c++20");
  heddle::CompileResult compiled = compile(compiling);
  if (compiled.error) return error = compiled.error->message, all;
  int ends[2];
  if (pipe(ends) != 0) return error = "no pipe", all;
  const pid_t pid = fork_tied();
  if (pid == 0) {
    close(ends[0]);
    run_image(std::move(compiled.units), arguments, ends[1]);
  }
  close(ends[1]);
  FILE* const in = fdopen(ends[0], "r");
  char* line = nullptr;
  std::size_t room = 0;
  while (getline(&line, &room, in) > 0) {
    const nlohmann::json message = nlohmann::json::parse(line, nullptr, false);
    if (message.contains("error")) error = message["error"];
    if (!message.contains("end")) continue;
    Explored& one = all[message["end"].get<std::size_t>()];
    if (message.contains("crash"))
      one.crash = message["crash"];
    else
      one.findings = message["findings"].get<heddle::oracle::Findings>();
  }
  std::free(line);
  std::fclose(in);
  waitpid(pid, nullptr, 0);
  return all;
}

}  // namespace real_library
