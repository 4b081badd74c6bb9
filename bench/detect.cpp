// Every detector of the registry on generated executions: events a second and peak memory, fed directly and read from a
// text file as heddle trace does; what a synchronisation operation costs when many locations are known; and one line
// for scale.
//
// 16 threads, 64 locks, 100 thousand locations. Mixes:
//   local      each thread has its own part of the locations; now and then a critical section
//   locks      every third event locks or unlocks
//   shared     all threads read the same locations, a few writes under one lock
//   hand-off   a part of the locations wanders from thread to thread under a lock of its own
//
// Each measurement is a process of its own, so that its peak memory is its own. Times are processor times. Main
// functions: Generator::next, measure, sync_cost.
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "detect/registry.h"
#include "model/address_space.h"
#include "table.h"
#include "trace/analysis.h"
#include "usage.h"

namespace heddle::bench {
namespace {

constexpr unsigned kThreads = 16, kLocks = 64;

enum class Mix : std::uint8_t { Local, Locks, Shared, HandOff, Scale };
const char* name_of(Mix mix) {
  static const char* const kNames[] = {"local", "locks", "shared", "hand-off", "scale"};
  return kNames[static_cast<unsigned>(mix)];
}

struct Event {
  enum class What : std::uint8_t { Fork, Lock, Unlock, Read, Write } what;
  unsigned thread;
  unsigned object;  // thread, lock or location
};

// A race-free execution, the same for the same arguments.
class Generator {
 public:
  Generator(Mix mix, unsigned locations) : mix_(mix), locations_(locations) {}

  Event next() {
    if (forked_ + 1 < kThreads) return {Event::What::Fork, 0, ++forked_};
    const unsigned t = below(kThreads);
    const unsigned percent = below(100);
    if (holds_[t] != 0) {
      if (percent < leaving()) return unlock(t);
      return access(t, true);
    }
    if (percent < entering())
      if (const unsigned lock = choose_lock(t); holder_[lock] == 0) {
        holder_[lock] = t + 1;
        holds_[t] = lock + 1;
        return {Event::What::Lock, t, lock};
      }
    return access(t, false);
  }

 private:
  unsigned entering() const { return mix_ == Mix::Locks ? 34 : mix_ == Mix::HandOff ? 20 : mix_ == Mix::Scale ? 6 : 2; }
  unsigned leaving() const {
    return mix_ == Mix::Locks ? 34 : mix_ == Mix::HandOff ? 10 : mix_ == Mix::Scale ? 14 : 20;
  }
  unsigned choose_lock(unsigned) { return mix_ == Mix::Shared ? 0 : below(kLocks); }

  Event unlock(unsigned t) {
    const unsigned lock = holds_[t] - 1;
    holds_[t] = holder_[lock] = 0;
    return {Event::What::Unlock, t, lock};
  }

  // Inside a critical section: the locations that the lock protects; outside: the thread's own. Half and half.
  Event access(unsigned t, bool inside) {
    const unsigned half = locations_ / 2;
    const bool write = below(100) < 30;
    if (mix_ == Mix::Shared) {
      if (!inside) return {Event::What::Read, t, below(half)};
      return {write ? Event::What::Write : Event::What::Read, t, half + below(half)};
    }
    const bool guarded = inside && (mix_ == Mix::HandOff || below(100) < 50);
    const unsigned parts = guarded ? kLocks : kThreads;
    const unsigned part = guarded ? holds_[t] - 1 : t;
    const unsigned place = (guarded ? half : 0) + below(half / parts) * parts + part;
    return {write ? Event::What::Write : Event::What::Read, t, place};
  }

  unsigned below(unsigned n) {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<unsigned>(((z ^ (z >> 31)) >> 32) * n >> 32);
  }

  const Mix mix_;
  const unsigned locations_;
  unsigned forked_ = 0;
  unsigned holds_[kThreads] = {};  // lock plus 1
  unsigned holder_[kLocks] = {};   // thread plus 1
  std::uint64_t state_ = 1;
};

struct Figures {
  double seconds = 0;
  double kilobytes = 0;
  std::uint64_t races = 0;
  bool failed = false;
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// A detector that does not bear a mix must not take the machine with it: it is stopped, and the table says "failed".
constexpr double kMostGigabytes = 3, kLongest = 300;

double resident_gigabytes(pid_t pid) {
  std::FILE* file = std::fopen(fmt::format("/proc/{}/statm", pid).c_str(), "r");
  unsigned long total = 0, resident = 0;
  if (file != nullptr && std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
  if (file != nullptr) std::fclose(file);
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 30);
}

// In a child, so that its peak memory is its own.
Figures in_child(const std::function<Figures()>& work) {
  void* memory = mmap(nullptr, sizeof(Figures), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const figures = new (memory) Figures;
  figures->failed = true;
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid == 0) {
    *figures = work();
    _exit(0);
  }
  rusage usage{};
  int status = 0;
  const double start = wall_seconds();
  while (wait4(pid, &status, WNOHANG, &usage) == 0) {
    usleep(20'000);
    if (resident_gigabytes(pid) > kMostGigabytes || wall_seconds() - start > kLongest) kill(pid, SIGKILL);
  }
  Figures out = *figures;
  out.kilobytes = static_cast<double>(usage.ru_maxrss);
  munmap(memory, sizeof(Figures));
  return out;
}

void feed(RaceDetector& d, const Event& e, std::uint32_t site, unsigned& running) {
  const ThreadId t(static_cast<std::uint16_t>(e.thread));
  if (e.thread != running) d.running(t), running = e.thread;
  switch (e.what) {
    case Event::What::Fork:
      d.fork(t, ThreadId(static_cast<std::uint16_t>(e.object)));
      return;
    case Event::What::Lock:
    case Event::What::Unlock:
      d.order(t, Edge{e.what == Event::What::Lock ? EdgeKind::Lock : EdgeKind::Unlock, {}, ObjectId(e.object)});
      return;
    case Event::What::Read:
    case Event::What::Write:
      d.access({t, e.what == Event::What::Read ? AccessKind::Read : AccessKind::Write, kProgramBase + 4ull * e.object,
                4, SiteId(site)});
      return;
  }
}

Figures directly(const std::string& name, Mix mix, std::uint64_t events, unsigned locations, bool list) {
  Journal journal;
  journal.set_recording(false);
  const auto detector = make_detector(name, journal, DetectorOptions{.list_all = list});
  Generator generator(mix, locations);
  unsigned running = ~0u;
  // The generator's own time is taken out: it is measured alone first.
  double start = processor_seconds();
  unsigned sum = 0;
  for (std::uint64_t i = 0; i < events; ++i) sum += generator.next().object;
  const double alone = processor_seconds() - start + (sum == 1 ? 1e-9 : 0);
  Generator again(mix, locations);
  start = processor_seconds();
  for (std::uint64_t i = 0; i < events; ++i)
    feed(*detector, again.next(), static_cast<std::uint32_t>(i & 0xffffff), running);
  Figures f;
  f.seconds = processor_seconds() - start - alone;
  return f;
}

struct Counter : trace::Sink {
  void found(const trace::Finding&) override {}
};

Figures from_file(const std::string& name, const std::string& path) {
  Journal journal;
  journal.set_recording(false);
  const auto detector = make_detector(name, journal, DetectorOptions{.list_all = true});
  std::FILE* file = std::fopen(path.c_str(), "rb");
  const double start = processor_seconds();
  trace::LineReader reader(dup(fileno(file)));
  Counter counter;
  const trace::Outcome outcome = trace::analyse(reader, detector.get(), journal, {}, counter);
  Figures f;
  f.seconds = processor_seconds() - start;
  f.races = outcome.races;
  f.failed = outcome.end != trace::Outcome::End::Complete;
  std::fclose(file);
  return f;
}

void write_file(const std::string& path, Mix mix, std::uint64_t events, unsigned locations) {
  static const char* const kWords[] = {"fork(T", "acq(L", "rel(L", "r(V", "w(V"};
  std::FILE* file = std::fopen(path.c_str(), "wb");
  Generator generator(mix, locations);
  for (std::uint64_t i = 0; i < events; ++i) {
    const Event e = generator.next();
    fmt::print(file, "T{}|{}{})|{}\n", e.thread, kWords[static_cast<unsigned>(e.what)], e.object, i % 1000);
  }
  std::fclose(file);
}

std::string only;  // --detector

std::vector<std::string> detectors() {
  if (!only.empty()) return {only};
  std::vector<std::string> names = detector_names();
  std::erase(names, "none");
  return names;
}

bool is_detector(std::string_view name) {
  const std::vector<std::string> names = detectors();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string per_second(std::uint64_t events, const Figures& f) {
  return f.failed ? "failed" : count(static_cast<double>(events) / f.seconds);
}
std::string megabytes(const Figures& f) { return fmt::format("{:.0f}", f.kilobytes / 1024); }

void mixes(std::uint64_t events, unsigned locations, const std::string& path) {
  Table table({"mix", "detector", "events/s", "listing/s", "x vector-clock", "MB", "from a file/s", "MB"});
  for (const Mix mix : {Mix::Local, Mix::Locks, Mix::Shared, Mix::HandOff}) {
    if (mix != Mix::Local) table.rule();
    write_file(path, mix, events, locations);
    double reference = 0;
    for (const std::string& name : detectors()) {
      const Figures fast = in_child([&] { return directly(name, mix, events, locations, false); });
      const Figures listing = in_child([&] { return directly(name, mix, events, locations, true); });
      const Figures file = in_child([&] { return from_file(name, path); });
      if (reference == 0) reference = listing.seconds;
      table.add({name_of(mix), name, per_second(events, fast), per_second(events, listing),
                 fmt::format("{:.1f}", listing.seconds / reference), megabytes(listing), per_second(events, file),
                 megabytes(file)});
    }
  }
  table.print();
}

// Locations that were written by all threads under locks, then only synchronisation.
Figures sync_cost(const std::string& name, unsigned locations, std::uint64_t operations) {
  Journal journal;
  journal.set_recording(false);
  const auto d = make_detector(name, journal, DetectorOptions{.list_all = true});
  Generator generator(Mix::Scale, locations);
  unsigned running = ~0u;
  for (std::uint64_t i = 0; i < 4ull * locations; ++i) feed(*d, generator.next(), 1, running);
  const double start = processor_seconds();
  for (std::uint64_t i = 0; i < operations; ++i) {
    const ThreadId t(static_cast<std::uint16_t>(i % kThreads));
    const ObjectId lock(static_cast<std::uint32_t>(100 + i % kLocks));
    d->running(t);
    d->order(t, Edge{EdgeKind::Lock, {}, lock});
    d->order(t, Edge{EdgeKind::Unlock, {}, lock});
  }
  Figures f;
  f.seconds = processor_seconds() - start;
  return f;
}

void curve(unsigned largest, std::uint64_t operations) {
  Table table({"locations", "detector", "ns a lock and unlock"});
  for (unsigned locations = 1000; locations <= largest; locations *= 10)
    for (const std::string& name : detectors()) {
      const Figures f = in_child([&] { return sync_cost(name, locations, operations); });
      table.add({count(locations), name, fmt::format("{:.0f}", f.seconds / static_cast<double>(operations) * 1e9)});
    }
  table.print();
}

void scale(std::uint64_t events, unsigned locations, const std::string& path) {
  write_file(path, Mix::Scale, events, locations);
  Table table({"read and analysed", "detector", "events/s", "wanted", "MB"});
  for (const std::string& name : detectors()) {
    const Figures f = in_child([&] { return from_file(name, path); });
    const double rate = static_cast<double>(events) / f.seconds;
    table.add({count(static_cast<double>(events)), name, per_second(events, f),
               name == "vector-clock" ? at_least(rate, 3e6) : "", megabytes(f)});
  }
  table.print();
}

}  // namespace

int run(int argc, char** argv) {
  bool smoke = false, only_scale = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--smoke")
      smoke = true;
    else if (word == "--scale")
      only_scale = true;
    else if (word == "--detector" && i + 1 < argc && is_detector(argv[i + 1]))
      only = argv[++i];
    else
      wrong_usage("bench_detect [--smoke] [--scale] [--detector NAME]");
  }
  const unsigned locations = smoke ? 2000 : 100'000;
  char path[] = "/tmp/heddle_bench_XXXXXX";
  close(mkstemp(path));
  if (!only_scale) {
    mixes(smoke ? 20'000 : 10'000'000, locations, path);
    curve(smoke ? 10'000 : 1'000'000, smoke ? 1000 : 100'000);
  }
  scale(smoke ? 20'000 : 2'000'000, locations, path);
  unlink(path);
  return 0;
}

}  // namespace heddle::bench

int main(int argc, char** argv) { return heddle::bench::run(argc, argv); }
