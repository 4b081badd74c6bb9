// LLVM's readers take the files of LLVM itself for granted: damaged ones may make them abort or crash. So a child
// process reads the file first; how that ends tells us whether this process may read it too. (link.cpp parses again:
// the module of another process is of no use here.)
//
//   what_is_wrong_with_ir   fork; in the child read_and_verify
#include "frontend/ir_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "frontend/read_module.h"

namespace heddle {
namespace {

// Empty: the file is good.
std::string read_and_verify(const std::string& file, const std::string& bytes) {
  llvm::LLVMContext context;
  DiagnosticCollector diagnostics(context);
  ReadModule read = read_module(context, file, bytes, diagnostics);
  if (!read.module) return read.error;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!llvm::verifyModule(*read.module, &stream)) return {};
  return fmt::format("{}: error: is not valid LLVM IR: {}\n", file, text.substr(0, text.find('\n')));
}

[[noreturn]] void child(int out, const std::string& file, const std::string& bytes) {
  // Neither a core file nor LLVM's own words about its crash.
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(null, 1);
  dup2(null, 2);
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE}) signal(number, SIG_DFL);
  const std::string message = read_and_verify(file, bytes);
  std::size_t done = 0;
  while (done < message.size()) {
    const ssize_t n = write(out, message.data() + done, message.size() - done);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  _exit(message.empty() ? 0 : 1);
}

}  // namespace

std::optional<std::string> what_is_wrong_with_ir(const std::string& file, const std::string& bytes) {
  const std::string damaged = fmt::format("{}: error: is not valid LLVM bitcode or IR: the file is damaged\n", file);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return fmt::format("{}: error: cannot be checked: no more files can be opened\n", file);
  const pid_t pid = fork();
  if (pid == 0) child(ends[1], file, bytes);
  close(ends[1]);
  std::string message;
  char part[4096];
  while (true) {
    const ssize_t n = read(ends[0], part, sizeof part);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    message.append(part, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  if (pid < 0) return fmt::format("{}: error: cannot be checked: no process can be started\n", file);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return damaged;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
  return message.empty() ? damaged : message;
}

}  // namespace heddle
