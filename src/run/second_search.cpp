// The fork ends its turn by stopping itself (SIGSTOP); the exploring process waits for that, and lets it go on by
// SIGCONT.
#include "run/second_search.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <limits>
#include <new>

namespace heddle::run {
namespace {

constexpr std::uint64_t kAlone = 1 << 14;  // transitions of the first search before there is a second
// A transition of the second costs four to twelve times one of the first (a state is hashed, and what the detector
// knows is gathered): it may make one for so many of the first, to see whether it pays, and where it does.
constexpr std::uint64_t kToSee = 80, kWherePaid = 6;
constexpr std::uint64_t kFewest = 256;  // steps from which something can be seen
// When the first search is done. Where a state takes long to hash, because the program's memory grows, the clock ends
// it.
constexpr std::uint64_t kAfterwards = 100'000;
constexpr double kSecondsAfterwards = 15;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

struct SecondSearch::Page {
  volatile std::uint64_t turn_ends_at = 0;  // transitions of the fork
  volatile std::uint64_t transitions = 0, states = 0;
  volatile double over_at = std::numeric_limits<double>::infinity();  // no turn after that
};

SecondSearch::SecondSearch(bool wanted) : next_(kAlone) {
  if (!wanted) return;
  void* const memory = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) page_ = new (memory) Page;
}

void SecondSearch::drop() {
  if (in_fork_) return;
  if (fork_ != 0) {
    kill(fork_, SIGKILL);
    while (waitpid(fork_, nullptr, 0) < 0 && errno == EINTR) {
    }
    fork_ = 0;
  }
}

void SecondSearch::begin_round(std::uint64_t transitions, bool afresh) {
  earlier_ += transitions;
  if (!afresh || page_ == nullptr) return;
  drop();
  pays_ = false;
  steps_ = states_ = 0;
  next_ = earlier_ + kAlone;
}

bool SecondSearch::take_turn(std::uint64_t transitions, const std::function<int()>& work) {
  const std::uint64_t total = earlier_ + transitions;
  if (fork_ == 0 && !start(work, total)) return false;
  bool over = run_until(std::max(kFewest, total / (pays_ ? kWherePaid : kToSee)));
  if (!over && page_ != nullptr && !pays_ && 2 * states_ <= steps_) {
    pays_ = true;
    over = run_until(std::max(kFewest, total / kWherePaid));
  }
  next_ = total + total / 4;
  return over;
}

bool SecondSearch::take_over(const std::function<int()>& work) {
  if (page_ == nullptr || (fork_ == 0 && !start(work, earlier_))) return false;
  page_->over_at = now() + kSecondsAfterwards;
  return run_until(kAfterwards);
}

bool SecondSearch::start(const std::function<int()>& work, std::uint64_t transitions) {
  *page_ = {};
  began_at_ = transitions;
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    in_fork_ = true;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    raise(SIGSTOP);
    _exit(work());
  }
  int status = 0;
  if (pid > 0)
    while (waitpid(pid, &status, WUNTRACED) < 0 && errno == EINTR) {
    }
  if (pid < 0 || !WIFSTOPPED(status)) {
    page_ = nullptr;
    return false;
  }
  fork_ = pid;
  return true;
}

// True: it has come to an end, and has told.
bool SecondSearch::run_until(std::uint64_t transitions) {
  page_->turn_ends_at = transitions;
  kill(fork_, SIGCONT);
  int status = 0;
  while (waitpid(fork_, &status, WUNTRACED) < 0 && errno == EINTR) {
  }
  steps_ = page_->transitions;
  states_ = page_->states;
  if (WIFSTOPPED(status)) return false;
  fork_ = 0;
  page_ = nullptr;
  return WIFEXITED(status) && WEXITSTATUS(status) == kTold;
}

void SecondSearch::wait_for_turn(const Statistics& so_far) {
  page_->transitions = so_far.transitions;
  page_->states = so_far.states;
  while (so_far.transitions >= page_->turn_ends_at || now() > page_->over_at) raise(SIGSTOP);
  pays_ = 2 * so_far.states <= so_far.transitions;
  steps_ = so_far.transitions;
  states_ = so_far.states;
}

std::string SecondSearch::choice() const {
  if (steps_ == 0) return {};
  const std::uint64_t known = 100 - 100 * std::min(states_, steps_) / steps_;
  return fmt::format("states compared after {} transitions: {} % of {} steps led to known states{}", began_at_, known,
                     steps_, pays_ || in_fork_ ? "" : ", too few to pay");
}

}  // namespace heddle::run
