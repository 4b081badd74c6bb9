// The child reads its inputs from and writes its three outputs into files in memory (memfd), so that there is no pipe
// to drain while it runs, no temporary file to remove when we are killed, and waiting is one waitpid. The environment
// is passed on but for the variables that would make clang write or read further files.
//
//   run_process       make the files, start, wait, read them back
#include "frontend/clang_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

namespace heddle {
namespace {

class MemoryFile {
 public:
  MemoryFile() {
    // Above the numbers that the child is going to get, so that no dup2 there overwrites the source of the next one.
    const int low = memfd_create("heddle", MFD_CLOEXEC);
    if (low < 0) return;
    fd_ = fcntl(low, F_DUPFD_CLOEXEC, 16);
    close(low);
  }
  ~MemoryFile() {
    if (fd_ >= 0) close(fd_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int fd() const { return fd_; }

  // False: there is no room for them. The position stays at the beginning.
  bool fill(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = pwrite(fd_, bytes.data(), bytes.size(), size_);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      size_ += n;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  std::string contents() const {
    struct stat status;
    if (fstat(fd_, &status) != 0) return {};
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t n = pread(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
  }

 private:
  int fd_ = -1;
  off_t size_ = 0;
};

std::vector<char*> child_environment() {
  static constexpr std::array<std::string_view, 6> kDropped = {
      "DEPENDENCIES_OUTPUT=", "SUNPRO_DEPENDENCIES=", "CCC_OVERRIDE_OPTIONS=",
      "CC_PRINT_OPTIONS=",    "CC_PRINT_HEADERS=",    "CC_LOG_DIAGNOSTICS="};
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bool dropped = false;
    for (const std::string_view name : kDropped) dropped |= std::string_view(*entry).starts_with(name);
    if (!dropped) kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

// The child starts with default signal handling, whatever the tool has set up for itself.
void set_signals(posix_spawnattr_t& attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessInput& input) {
  ProcessResult result;
  MemoryFile in, out, err, third, fourth;
  for (const MemoryFile* file : {&in, &out, &err, &third, &fourth})
    if (file->fd() < 0) return result;
  if (!in.fill(input.standard) || !fourth.fill(input.fourth)) return result;

  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::vector<char*> environment = child_environment();

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  set_signals(attributes);
  posix_spawn_file_actions_adddup2(&files, in.fd(), 0);
  posix_spawn_file_actions_adddup2(&files, out.fd(), 1);
  posix_spawn_file_actions_adddup2(&files, err.fd(), 2);
  posix_spawn_file_actions_adddup2(&files, third.fd(), 3);
  posix_spawn_file_actions_adddup2(&files, fourth.fd(), 4);
  posix_spawn_file_actions_addclosefrom_np(&files, 5);

  pid_t child = -1;
  const int failed = posix_spawn(&child, argv[0], &files, &attributes, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) return result;

  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return result;
  result.started = true;
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  result.out = out.contents();
  result.err = err.contents();
  result.third = third.contents();
  return result;
}

}  // namespace heddle
