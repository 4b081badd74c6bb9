// The reporting process waits in poll(), reads messages, and looks at the child every tenth of a second: time, memory,
// interruption. A child is first asked to stop (LiveState::stop) and killed if it does not: a transition that never
// ends cannot be asked.
#include "run/isolation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <vector>

#include "run/progress.h"

namespace heddle::run {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kLookMilliseconds = 100;
constexpr std::size_t kLongestMessage = std::size_t{1} << 30;

volatile sig_atomic_t interruptions = 0;
void on_interruption(int) { interruptions = interruptions + 1; }

std::uint64_t resident_mb(pid_t pid) {
  unsigned long total = 0, resident = 0;
  std::FILE* file = std::fopen(fmt::format("/proc/{}/statm", pid).c_str(), "r");
  if (file == nullptr) return 0;
  const int fields = std::fscanf(file, "%lu %lu", &total, &resident);
  std::fclose(file);
  return fields == 2 ? resident * static_cast<unsigned long>(sysconf(_SC_PAGESIZE)) >> 20 : 0;
}

// Processes that it has forked, and waits for.
bool has_children(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children";
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) return false;
  const bool any = std::fgetc(file) != EOF;
  std::fclose(file);
  return any;
}

[[noreturn]] void be_child(int descriptor, pid_t parent, const std::function<int(int)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(SIGINT, SIG_IGN);  // the parent decides what an interruption means
  signal(SIGTERM, SIG_IGN);
  signal(SIGPIPE, SIG_DFL);
  _exit(work(descriptor));
}

class Watch {
 public:
  Watch(SharedState& shared, const WatchLimits& limits, pid_t pid, int descriptor)
      : shared_(shared), limits_(limits), pid_(pid), descriptor_(descriptor), progress_(limits.progress) {}

  ChildEnd run(const std::function<void(Message)>& received) {
    while (read_some()) {
      take_messages(received);
      look();
    }
    take_messages(received);
    progress_.clear();
    return wait();
  }

 private:
  double elapsed() const { return Seconds(Clock::now() - begin_).count(); }

  // False: the child has closed its end.
  bool read_some() {
    pollfd entry{descriptor_, POLLIN, 0};
    const int ready = poll(&entry, 1, kLookMilliseconds);
    if (ready <= 0) return true;
    char bytes[65536];
    const ssize_t n = read(descriptor_, bytes, sizeof bytes);
    if (n > 0) buffer_.append(bytes, static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
  }

  void take_messages(const std::function<void(Message)>& received) {
    std::size_t at = 0;
    while (buffer_.size() - at >= sizeof(std::uint32_t)) {
      std::uint32_t length = 0;
      std::memcpy(&length, buffer_.data() + at, sizeof length);
      if (length > kLongestMessage || buffer_.size() - at - sizeof length < length) break;
      Message message = from_wire(std::string_view(buffer_).substr(at + sizeof length, length));
      if (message.branching) progress_.explain(*message.branching);
      if (message.stored && asked_) asked_ = Clock::now();  // it is about to end, and has much to tell
      received(std::move(message));
      at += sizeof length + length;
    }
    buffer_.erase(0, at);
  }

  void look() {
    progress_.show(shared_.live, elapsed());
    if (interrupted()) ask(ChildEnd::Reason::Interrupted);
    // The search watches its own bounds; what comes here is what it could not see.
    if (limits_.seconds && elapsed() > *limits_.seconds + 0.5) ask(ChildEnd::Reason::TimeUp);
    if (limits_.memory_mb && resident_mb(pid_) > *limits_.memory_mb + 16) ask(ChildEnd::Reason::MemoryFull);
    const bool urgent =
        end_.reason == ChildEnd::Reason::MemoryFull && resident_mb(pid_) > *limits_.memory_mb * 5 / 4 + 64;
    if (asked_ && !end_.killed && (urgent || Seconds(Clock::now() - *asked_).count() > limits_.grace_seconds)) {
      end_.killed = true;
      end_.in_a_transition = shared_.live.transitions == transitions_ && !has_children(pid_);
      kill(pid_, SIGKILL);
    }
  }

  void ask(ChildEnd::Reason reason) {
    if (asked_) return;
    end_.reason = reason;
    asked_ = Clock::now();
    transitions_ = shared_.live.transitions;
    shared_.live.stop = true;
  }

  ChildEnd wait() {
    int status = 0;
    rusage usage{};
    while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    if (!end_.killed && WIFSIGNALED(status)) {
      end_.reason = ChildEnd::Reason::Signalled;
      end_.signal = WTERMSIG(status);
    } else if (!end_.killed && WIFEXITED(status) && WEXITSTATUS(status) != 0) {
      end_.reason = ChildEnd::Reason::Failed;
      end_.status = WEXITSTATUS(status);
    }
    end_.wall_ms = elapsed() * 1000;
    end_.peak_rss_kb = static_cast<std::uint64_t>(usage.ru_maxrss);
    return end_;
  }

  SharedState& shared_;
  const WatchLimits& limits_;
  pid_t pid_;
  int descriptor_;
  Progress progress_;
  std::string buffer_;
  Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> asked_;
  std::uint64_t transitions_ = 0;  // when it was asked
  ChildEnd end_;
};

std::string thread_name(const ThreadTree& tree, std::uint16_t thread) {
  const bool several = tree.processes[0][0] != 0;
  if (thread == 0) return several ? kKernelName : "main";
  if (thread >= tree.size || thread >= kMaxThreads) return fmt::format("thread-{}", thread);
  const std::uint16_t parent = tree.parent[thread];
  if (parent >= thread) return fmt::format("thread-{}", thread);
  if (several && parent == 0 && tree.number[thread] <= kMaxProcesses)
    return fmt::format("{}:main", tree.processes[tree.number[thread] - 1]);
  return fmt::format("{}/{}", thread_name(tree, parent), static_cast<std::uint32_t>(tree.number[thread]));
}

}  // namespace

bool send_message(int descriptor, const std::string& text) {
  const std::uint32_t length = static_cast<std::uint32_t>(text.size());
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += text;
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t n = write(descriptor, bytes.data() + at, bytes.size() - at);
    if (n > 0)
      at += static_cast<std::size_t>(n);
    else if (errno != EINTR)
      return false;
  }
  return true;
}

ChildEnd run_isolated(SharedState& shared, const WatchLimits& limits, const std::function<int(int)>& work,
                      const std::function<void(Message)>& received) {
  ChildEnd failed;
  failed.reason = ChildEnd::Reason::Failed;
  int ends[2];
  if (pipe(ends) != 0) return failed;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    be_child(ends[1], parent, work);
  }
  close(ends[1]);
  if (pid > 0) failed = Watch(shared, limits, pid, ends[0]).run(received);
  close(ends[0]);
  return failed;
}

std::optional<int> run_in_fork(const std::function<int()>& work) {
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) return std::nullopt;
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    _exit(work());
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void end_process_after(double seconds) {
  itimerval timer{};
  if (seconds > 0) {
    timer.it_value.tv_sec = static_cast<time_t>(seconds);
    const double rest = seconds - static_cast<double>(timer.it_value.tv_sec);
    timer.it_value.tv_usec = 1 + static_cast<suseconds_t>(rest * 999'000);
  }
  setitimer(ITIMER_REAL, &timer, nullptr);
}

SharedState* make_shared_state() {
  void* place = mmap(nullptr, sizeof(SharedState), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return place == MAP_FAILED ? nullptr : new (place) SharedState;
}

std::string live_schedule(const SharedState& shared) {
  constexpr std::size_t kShown = 100, kInRow = 3;
  const std::size_t length = std::min<std::size_t>(shared.live.schedule_length, LiveState::kMaxSteps);
  std::vector<std::string> words;  // steps, those of one thread in a row together
  for (std::size_t i = 0, next = 0; i < length; i = next) {
    const auto same = [&](std::size_t k) {
      return shared.live.thread[k] == shared.live.thread[i] && shared.live.choice[k] == shared.live.choice[i];
    };
    while (next < length && same(next)) ++next;
    std::string word = thread_name(shared.threads, shared.live.thread[i]);
    if (shared.live.choice[i] != 0) word += fmt::format(":{}", static_cast<unsigned>(shared.live.choice[i]));
    if (next - i > kInRow)
      words.push_back(fmt::format("{} ({} times)", word, next - i));
    else
      words.insert(words.end(), next - i, word);
  }
  if (words.empty()) return "(empty: before the first step)";
  if (words.size() > kShown) {
    words.erase(words.begin() + kShown / 2, words.end() - kShown / 2);
    words.insert(words.begin() + kShown / 2, fmt::format("... ({} steps in all)", length));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string live_thread(const SharedState& shared) {
  const std::size_t length = std::min<std::size_t>(shared.live.schedule_length, LiveState::kMaxSteps);
  return length == 0 ? "main" : thread_name(shared.threads, shared.live.thread[length - 1]);
}

void catch_interruptions() {
  struct sigaction action {};
  action.sa_handler = on_interruption;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return interruptions != 0; }

}  // namespace heddle::run
