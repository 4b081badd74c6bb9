// The end of a replay under a debugger: gdb finds the program's threads as OS threads, named like the program's, each
// standing where it waits, and the current one at the bug.
//
// Until the bug all threads are fibers of one OS thread, as in every other run. A fiber's saved context is nothing but
// a stack pointer, so a fresh OS thread can switch to it: it comes back inside Engine::yield, sees `stopping` and
// stands still there, and its call stack is the program thread's. gdb needs no script to list, select or unwind it.
//
// heddle_bug_here is where gdb's breakpoint is set (heddle_gdb.py); heddle_bug_message says what happened.
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "machine/engine.h"
#include "machine/fiber.h"
#include "model/address_space.h"

extern "C" {
char heddle_bug_message[512];
// Where the code of the program lies. Not const: gdb is to find them.
unsigned long heddle_image_begin = heddle::kImageBase;
unsigned long heddle_image_end = heddle::kImageBase + heddle::kImageSize;
[[gnu::noinline, gnu::used]] void heddle_bug_here() { __asm__ volatile("" ::: "memory"); }
}

namespace heddle {
namespace {

constexpr int kBugStatus = 1;  // of the process, when the user lets it go on

std::atomic<unsigned> standing = 0;

struct Passenger {
  void* context;
  char name[16];  // what the kernel has room for
};

void give_name(char (&to)[16], const std::string& name) {
  // The end of a long name tells more than its beginning.
  const std::string shown = name.size() < sizeof to ? name : "~" + name.substr(name.size() - (sizeof to - 2));
  std::memcpy(to, shown.c_str(), shown.size() + 1);
}

void* board(void* argument) {
  const auto* passenger = static_cast<Passenger*>(argument);
  prctl(PR_SET_NAME, passenger->name);
  fiber::jump_fcontext(passenger->context, nullptr);
  return nullptr;
}

// Signals go to the thread at the bug only.
bool start_standing(Passenger& passenger) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const unsigned expected = standing + 1;
  const bool started = pthread_create(&thread, nullptr, board, &passenger) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  while (started && standing < expected) usleep(100);
  return started;
}

[[noreturn]] void at_the_bug() {
  heddle_bug_here();
  _exit(kBugStatus);
}

}  // namespace

void Engine::stand_still() {
  if (gettid() == getpid()) at_the_bug();
  ++standing;
  for (;;) pause();
}

void Engine::stop_for_debugger(ThreadId failing, const std::string& message) {
  in_program = false;
  stopping = true;
  std::strncpy(heddle_bug_message, message.c_str(), sizeof heddle_bug_message - 1);
  for (std::size_t i = 0; i < threads.size(); i++) {
    ThreadRecord& record = threads[i];
    const ThreadId t(static_cast<std::uint16_t>(i));
    if (t == failing || !record.live || record.newborn || record.context == nullptr) continue;
    if (on_fiber && t == current) continue;  // its context is not saved: it is running this
    auto* passenger = new Passenger{record.context, {}};
    give_name(passenger->name, names.name(t));
    start_standing(*passenger);
  }
  char name[16];
  give_name(name, names.name(failing));
  prctl(PR_SET_NAME, name);
  if (on_fiber && current == failing) at_the_bug();
  fiber::jump_fcontext(threads[failing.index()].context, nullptr);
  _exit(kBugStatus);
}

}  // namespace heddle
