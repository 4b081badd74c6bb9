// libc: the end of the process, time. (Output and input: models_stdio.cpp. What needs no help of the machine is
// written in C: src/library.)
#include <sys/time.h>
#include <time.h>

#include <algorithm>

#include "machine/announce.h"
#include "machine/models.h"
#include "machine/round_time.h"

using namespace heddle;

extern "C" {

// ---- the end of the process ----
void rt_exit(int status) { engine->exit_program(status, true); }
void rt_exit_now(int status) { engine->exit_program(status, false); }
void rt_abort() {
  Call call;
  engine->fail(Failure(BugKind::Assertion, engine->current, call.site(), 0, "abort() called"));
}
void rt_assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  Call call;
  static_cast<void>(file), static_cast<void>(line), static_cast<void>(function);
  engine->fail(Failure(BugKind::Assertion, engine->current, call.site(), 0, std::string("assertion failed: ") + expression));
}
void rt_reach_error() {
  Call call;
  engine->fail(Failure(BugKind::Assertion, engine->current, call.site(), 0, "reach_error() called"));
}

// ---- time ----
int rt_clock_gettime(clockid_t clock, timespec* out) {
  Call call;
  call.changes_nothing();
  const std::uint64_t now = nanoseconds();
  announce<"clock_gettime">(call, clock, out);
  out->tv_sec = static_cast<time_t>(now / 1'000'000'000u);
  out->tv_nsec = static_cast<long>(now % 1'000'000'000u);
  return 0;
}
int rt_timespec_get(timespec* out, int base) {
  if (base != TIME_UTC) return 0;
  rt_clock_gettime(CLOCK_REALTIME, out);
  return base;
}
int rt_clock_getres(clockid_t clock, timespec* out) {
  Call call;
  if (!out) return 0;
  announce<"clock_getres">(call, clock, out);
  *out = {0, 1};
  return 0;
}
int rt_gettimeofday(timeval* out, void*) {
  Call call;
  call.changes_nothing();
  const std::uint64_t now = nanoseconds();
  announce<"gettimeofday">(call, out);
  if (!out) return 0;
  out->tv_sec = static_cast<time_t>(now / 1'000'000'000u);
  out->tv_usec = static_cast<suseconds_t>(now % 1'000'000'000u / 1000);
  return 0;
}
time_t rt_time(time_t* out) {
  Call call;
  call.changes_nothing();
  const auto now = static_cast<time_t>(nanoseconds() / 1'000'000'000u);
  announce<"time">(call, out);
  if (out) *out = now;
  return now;
}
clock_t rt_clock() {
  Call call;
  call.changes_nothing();
  nanoseconds();
  return static_cast<clock_t>(clock_now() * 1000);
}
std::int64_t rt_clock_now() {  // std::chrono::steady_clock::now(), system_clock::now()
  Call call;
  call.changes_nothing();
  return static_cast<std::int64_t>(nanoseconds());
}
// Sleeping is no scheduling point and changes nothing that a loop around it could see without looking at the clock.
int rt_nanosleep(const timespec* duration, timespec*) {
  Call call = Call::with(duration);
  call.changes_nothing();
  cancellation_point(call);
  announce<"nanosleep">(call, duration);
  clock_advances(*duration);
  return 0;
}
int rt_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec*) {
  Call call = Call::with(flags, time);
  call.changes_nothing();
  announce<"clock_nanosleep">(call, clock, flags, time);
  cancellation_point(call);
  (flags & TIMER_ABSTIME ? clock_reaches : clock_advances)(*time);
  return 0;
}
int rt_usleep(useconds_t n) {
  Call call = Call::with(n);
  call.changes_nothing();
  cancellation_point(call);
  clock_advances({static_cast<time_t>(n / 1'000'000), static_cast<long>(n % 1'000'000 * 1000)});
  return 0;
}
unsigned rt_sleep(unsigned seconds) {
  Call call = Call::with(seconds);
  call.changes_nothing();
  cancellation_point(call);
  clock_advances({static_cast<time_t>(seconds), 0});
  return 0;
}

// Called by src/library where it answers with one of many possible surroundings.
void rt_notices_processors() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::Processors);
}
void rt_notices_environment() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::Environment);
}

void rt_notices_signals() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::Signals);
}
unsigned long rt_blocked_signals() {
  Call call;
  call.changes_nothing();
  return engine->self().blocked_signals;
}
void rt_block_signals(unsigned long all) {
  Call call;
  call.changes_nothing();  // beside the thread's own state: Engine::kept_under_keys
  engine->journal.remember(engine->self().blocked_signals);
  engine->self().blocked_signals = all;
}
void rt_notices_process_files() {
  Call call;
  call.changes_nothing();
  engine->assume(Assumption::ProcessFiles);
}
// Comes back if the user trusts the function.
void rt_refuses_function(const char* name) {
  Call call;
  engine->refuse_at_users_line(name, call.site());
}
// A function of src/library that models only some of what it may be asked for.
void rt_refuses(const char* what) {
  Call call;
  const SourcePosition at = engine->line_of_user(call.site());
  engine->refuse(at.file + ":" + std::to_string(at.line) + ": " + what + " is not modelled");
}
// The processor's counter (inline assembly).
std::uint64_t rt_cycles() {
  Call call;
  engine->assume(Assumption::Time);
  return nanoseconds();
}

// The same for every thread: random numbers that threads share would tell them of each other.
unsigned rt_draw() {
  Call call;
  engine->assume(Assumption::Random);
  std::uint64_t& drawn = engine->self().draws;
  engine->journal.remember(drawn);
  note_effect(engine->spin_round(engine->current));
  drawn = drawn * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>(drawn >> 32);
}
}
