// posix_spawn into a process group of its own, so that a time-out ends the tool together with its worker processes.
#include "process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

extern char** environ;

namespace heddle::program_tests {
namespace {

using Clock = std::chrono::steady_clock;

pid_t spawn(const std::vector<std::string>& command, const std::filesystem::path& directory,
            const std::filesystem::path& output, const std::filesystem::path& errors) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = -1;
  if (posix_spawn(&child, command[0].c_str(), &actions, &attributes, argv.data(), environ) != 0) child = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

}  // namespace

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Finished run_command(const std::vector<std::string>& command, const std::filesystem::path& directory, double timeout) {
  Finished result;
  const auto output = directory / "stdout", errors = directory / "stderr";
  const auto begin = Clock::now();
  const pid_t child = spawn(command, directory, output, errors);
  if (child < 0) {
    result.errors = "cannot start " + command[0];
    return result;
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (result.seconds > timeout && !result.timed_out) {
      result.timed_out = true;
      kill(-child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(result.seconds < 0.2 ? 2 : 10));
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = contents(output);
  result.errors = contents(errors);
  return result;
}

}  // namespace heddle::program_tests
