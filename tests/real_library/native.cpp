// See native.h.
#include "native.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace real_library {
namespace {

std::vector<char*> words(const std::vector<std::string>& from) {
  std::vector<char*> list;
  for (const std::string& s : from) list.push_back(const_cast<char*>(s.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

bool compile_natively(const std::string& source, const std::string& executable, const std::vector<std::string>& flags) {
  std::vector<std::string> command = {HEDDLE_CLANG, "-w", "-g", "-o", executable, source};
  if (source.ends_with(".cpp")) command.insert(command.end(), {"--driver-mode=g++", "-std=c++20"});
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-lm", "-pthread"});
  const pid_t pid = fork();
  if (pid == 0) {
    execvp(command[0].c_str(), words(command).data());
    _exit(127);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return status == 0;
}

Native run_natively(const std::string& executable, const std::vector<std::string>& arguments, double seconds) {
  std::vector<std::string> command = {executable};
  command.insert(command.end(), arguments.begin(), arguments.end());
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {"no pipe", -2};
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), 0);
    close_range(3, ~0U, 0);  // the numbers of descriptors begin there
    char* none[] = {nullptr};
    execve(executable.c_str(), words(command).data(), none);
    _exit(127);
  }
  close(ends[1]);
  Native native;
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  bool late = false;
  char buffer[1 << 14];
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd wait{ends[0], POLLIN, 0};
    if (left.count() <= 0 || poll(&wait, 1, static_cast<int>(left.count())) == 0) {
      late = true;
      kill(pid, SIGKILL);
      break;
    }
    const ssize_t n = read(ends[0], buffer, sizeof buffer);
    if (n <= 0) break;
    native.output.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  native.status = late ? -1 : WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return native;
}

}  // namespace real_library
