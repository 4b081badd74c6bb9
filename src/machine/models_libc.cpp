// libc: the end of the process, time. (Output and input: models_stdio.cpp. What needs no help of the machine is
// written in C: src/library.)
#include <sys/time.h>
#include <time.h>

#include "machine/models.h"

using namespace heddle;

namespace {

// Each thread sees its own clock: a millisecond passes whenever it looks. So no reading depends on the schedule.
std::uint64_t nanoseconds() {
  note_effect(engine->spin_round(engine->current));
  std::uint64_t& reads = engine->self().clock_reads;
  engine->journal.remember(reads);
  return 1'700'000'000'000'000'000ull + ++reads * 1'000'000ull;
}

}  // namespace

extern "C" {

// ---- the end of the process ----
void rt_exit(int status) { engine->exit_program(status, true); }
void rt_exit_now(int status) { engine->exit_program(status, false); }
void rt_abort() {
  Call call;
  Failure failure;
  failure.kind = BugKind::Assertion;
  failure.thread = engine->current;
  failure.site = call.site();
  failure.detail = "abort() called";
  engine->fail(std::move(failure));
}
void rt_assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  Call call;
  Failure failure;
  failure.kind = BugKind::Assertion;
  failure.thread = engine->current;
  failure.site = call.site();
  failure.detail = std::string("assertion failed: ") + expression;
  static_cast<void>(file), static_cast<void>(line), static_cast<void>(function);
  engine->fail(std::move(failure));
}
void rt_reach_error() {
  Call call;
  Failure failure;
  failure.kind = BugKind::Assertion;
  failure.thread = engine->current;
  failure.site = call.site();
  failure.detail = "reach_error() called";
  engine->fail(std::move(failure));
}

// ---- time ----
int rt_clock_gettime(clockid_t, timespec* out) {
  Call call;
  const std::uint64_t now = nanoseconds();
  writes(out, sizeof *out, call.site());
  out->tv_sec = static_cast<time_t>(now / 1'000'000'000u);
  out->tv_nsec = static_cast<long>(now % 1'000'000'000u);
  return 0;
}
int rt_timespec_get(timespec* out, int base) {
  if (base != TIME_UTC) return 0;
  rt_clock_gettime(CLOCK_REALTIME, out);
  return base;
}
int rt_clock_getres(clockid_t, timespec* out) {
  Call call;
  if (!out) return 0;
  writes(out, sizeof *out, call.site());
  *out = {0, 1};
  return 0;
}
int rt_gettimeofday(timeval* out, void*) {
  Call call;
  const std::uint64_t now = nanoseconds();
  writes(out, sizeof *out, call.site());
  out->tv_sec = static_cast<time_t>(now / 1'000'000'000u);
  out->tv_usec = static_cast<suseconds_t>(now % 1'000'000'000u / 1000);
  return 0;
}
time_t rt_time(time_t* out) {
  Call call;
  const auto now = static_cast<time_t>(nanoseconds() / 1'000'000'000u);
  if (out) {
    writes(out, sizeof *out, call.site());
    *out = now;
  }
  return now;
}
clock_t rt_clock() {
  Call call;
  return static_cast<clock_t>(nanoseconds() / 1000 % 1'000'000'000u);
}
std::int64_t rt_clock_now() {  // std::chrono::steady_clock::now(), system_clock::now()
  Call call;
  return static_cast<std::int64_t>(nanoseconds());
}
int rt_nanosleep(const timespec*, timespec*) {
  Call call;
  call.changes_nothing();
  cancellation_point(call);
  return 0;
}
int rt_clock_nanosleep(clockid_t, int, const timespec*, timespec*) { return rt_nanosleep(nullptr, nullptr); }
int rt_usleep(useconds_t) { return rt_nanosleep(nullptr, nullptr); }
unsigned rt_sleep(unsigned) { return static_cast<unsigned>(rt_nanosleep(nullptr, nullptr)); }

// The same for every thread: random numbers that threads share would tell them of each other.
unsigned rt_draw() {
  Call call;
  std::uint64_t& drawn = engine->self().draws;
  engine->journal.remember(drawn);
  note_effect(engine->spin_round(engine->current));
  drawn = drawn * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>(drawn >> 32);
}
}
