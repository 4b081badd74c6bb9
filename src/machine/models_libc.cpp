// libc: output (captured), input (--stdin), the end of the process, time, rand, functions with callbacks.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>

#include <algorithm>

#include "machine/models.h"

using namespace heddle;

namespace {

void must_be_output(FILE* f, const char* function) {
  if (f != stdout && f != stderr) engine->refuse(std::string(function) + ": writing to a file is not modelled");
}
void must_be_input(FILE* f, const char* function) {
  if (f != stdin) engine->refuse(std::string(function) + ": reading a file is not modelled");
}

int print(const char* format, va_list arguments) {
  note_effect(engine->spin_round(engine->current));
  char small[512];
  va_list again;
  va_copy(again, arguments);
  const int n = vsnprintf(small, sizeof small, format, arguments);
  if (n >= static_cast<int>(sizeof small)) {
    std::string large(static_cast<std::size_t>(n) + 1, '\0');
    vsnprintf(large.data(), large.size(), format, again);
    large.pop_back();
    engine->output.append(large);
  } else if (n > 0) {
    engine->output.append({small, static_cast<std::size_t>(n)});
  }
  va_end(again);
  return n;
}

void put(std::string_view text) {
  note_effect(engine->spin_round(engine->current));
  engine->output.append(text);
}

int next_input() {
  if (engine->input_position >= engine->input.size()) return EOF;
  engine->journal.remember(engine->input_position);
  note_effect(engine->spin_round(engine->current));
  return static_cast<unsigned char>(engine->input[engine->input_position++]);
}

// Each thread sees its own clock: a millisecond passes whenever it looks. So no reading depends on the schedule.
std::uint64_t nanoseconds() {
  note_effect(engine->spin_round(engine->current));
  std::uint64_t& reads = engine->self().clock_reads;
  engine->journal.remember(reads);
  return 1'700'000'000'000'000'000ull + ++reads * 1'000'000ull;
}

}  // namespace

extern "C" {

// ---- output ----
int rt_vprintf(const char* format, va_list arguments) {
  Call call;
  return print(format, arguments);
}
int rt_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt_vprintf(format, arguments);
  va_end(arguments);
  return n;
}
int rt_vfprintf(FILE* f, const char* format, va_list arguments) {
  Call call;
  must_be_output(f, "fprintf");
  return print(format, arguments);
}
int rt_fprintf(FILE* f, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt_vfprintf(f, format, arguments);
  va_end(arguments);
  return n;
}
int rt_printf_chk(int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt_vprintf(format, arguments);
  va_end(arguments);
  return n;
}
int rt_fprintf_chk(FILE* f, int, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt_vfprintf(f, format, arguments);
  va_end(arguments);
  return n;
}
int rt_puts(const char* s) {
  Call call;
  reads(s, strlen(s) + 1, call.site());
  put(s);
  put("\n");
  return 1;
}
int rt_fputs(const char* s, FILE* f) {
  Call call;
  must_be_output(f, "fputs");
  reads(s, strlen(s) + 1, call.site());
  put(s);
  return 1;
}
int rt_fputc(int c, FILE* f) {
  Call call;
  must_be_output(f, "fputc");
  const char byte = static_cast<char>(c);
  put({&byte, 1});
  return static_cast<unsigned char>(c);
}
int rt_putchar(int c) { return rt_fputc(c, stdout); }
std::size_t rt_fwrite(const void* p, std::size_t size, std::size_t n, FILE* f) {
  Call call;
  must_be_output(f, "fwrite");
  reads(p, size * n, call.site());
  put({static_cast<const char*>(p), size * n});
  return n;
}
int rt_fflush(FILE* f) {
  Call call;
  if (f) must_be_output(f, "fflush");
  return 0;
}
void rt_perror(const char* s) {
  Call call;
  if (s && *s) put(std::string(s) + ": ");
  put(std::string(strerror(engine->self().saved_errno)) + "\n");
}
ssize_t rt_write(int fd, const void* p, std::size_t n) {
  Call call;
  if (fd != 1 && fd != 2) engine->refuse("write: writing to a file is not modelled");
  reads(p, n, call.site());
  put({static_cast<const char*>(p), n});
  return static_cast<ssize_t>(n);
}
int rt_setvbuf(FILE*, char*, int, std::size_t) { return 0; }
void rt_setbuf(FILE*, char*) {}

// ---- input ----
int rt_fgetc(FILE* f) {
  Call call;
  must_be_input(f, "fgetc");
  return next_input();
}
int rt_getchar() { return rt_fgetc(stdin); }
int rt_ungetc(int c, FILE* f) {
  Call call;
  must_be_input(f, "ungetc");
  if (c == EOF || engine->input_position == 0) return EOF;
  engine->journal.remember(engine->input_position);
  engine->input_position--;
  return c;
}
char* rt_fgets(char* to, int size, FILE* f) {
  Call call;
  must_be_input(f, "fgets");
  int n = 0;
  while (n < size - 1) {
    const int c = next_input();
    if (c == EOF) break;
    to[n++] = static_cast<char>(c);
    if (c == '\n') break;
  }
  if (n == 0) return nullptr;
  to[n] = 0;
  writes(to, static_cast<std::size_t>(n) + 1, call.site());
  return to;
}
std::size_t rt_fread(void* to, std::size_t size, std::size_t count, FILE* f) {
  Call call;
  must_be_input(f, "fread");
  if (size == 0) return 0;
  const std::size_t have = engine->input.size() - engine->input_position;
  const std::size_t n = std::min(count, have / size);
  writes(to, n * size, call.site());
  memcpy(to, engine->input.data() + engine->input_position, n * size);
  engine->journal.remember(engine->input_position);
  engine->input_position += n * size;
  return n;
}
ssize_t rt_read(int fd, void* to, std::size_t n) {
  if (fd != 0) {
    Call call;
    engine->refuse("read: reading a file is not modelled");
  }
  return static_cast<ssize_t>(rt_fread(to, 1, n, stdin));
}
int rt_vscanf(const char* format, va_list arguments) {
  Call call;
  note_effect(engine->spin_round(engine->current));
  const std::size_t have = engine->input.size() - engine->input_position;
  if (have == 0) return EOF;
  FILE* f = fmemopen(engine->input.data() + engine->input_position, have, "r");
  const int n = vfscanf(f, format, arguments);
  engine->journal.remember(engine->input_position);
  engine->input_position += static_cast<std::size_t>(ftell(f));
  fclose(f);
  return n;
}
int rt_scanf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = rt_vscanf(format, arguments);
  va_end(arguments);
  return n;
}

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
  return 0;
}
int rt_clock_nanosleep(clockid_t, int, const timespec*, timespec*) { return rt_nanosleep(nullptr, nullptr); }
int rt_usleep(useconds_t) { return rt_nanosleep(nullptr, nullptr); }
unsigned rt_sleep(unsigned) { return static_cast<unsigned>(rt_nanosleep(nullptr, nullptr)); }

// ---- rand: one sequence for the process, the same in every run ----
int rt_rand() {
  Call call;
  note_effect(engine->spin_round(engine->current));
  engine->journal.remember(engine->random_state);
  engine->random_state = engine->random_state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<int>(engine->random_state >> 33);
}
void rt_srand(unsigned seed) {
  Call call;
  engine->journal.remember(engine->random_state);
  engine->random_state = seed;
}
int rt_rand_r(unsigned* seed) {
  Call call;
  writes(seed, sizeof *seed, call.site());
  *seed = *seed * 1103515245u + 12345u;
  return static_cast<int>(*seed >> 1 & 0x7fffffff);
}
char* rt_getenv(const char* name) {
  Call call;
  reads(name, strlen(name) + 1, call.site());
  return nullptr;  // the environment is empty
}

// ---- sorting: in place, because libc's buffer would not survive a restore while the comparison waits for a lock ----
using Compare = int (*)(const void*, const void*, void*);
static void swap_elements(char* a, char* b, std::size_t size, SiteId site) {
  if (a == b) return;
  writes(a, size, site);
  writes(b, size, site);
  std::swap_ranges(a, a + size, b);
}
static void sift_down(char* base, std::size_t root, std::size_t n, std::size_t size, Compare compare, void* extra, SiteId site) {
  auto less = [&](std::size_t i, std::size_t k) {
    in_program = true;
    const int order = compare(base + i * size, base + k * size, extra);
    in_program = false;
    return order < 0;
  };
  for (std::size_t child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && less(child, child + 1)) child++;
    if (!less(root, child)) return;
    swap_elements(base + root * size, base + child * size, size, site);
  }
}
void rt_qsort_r(void* array, std::size_t n, std::size_t size, Compare compare, void* extra) {
  Call call;
  char* base = static_cast<char*>(array);
  for (std::size_t i = n / 2; i-- > 0;) sift_down(base, i, n, size, compare, extra, call.site());
  for (std::size_t last = n; last-- > 1;) {
    swap_elements(base, base + last * size, size, call.site());
    sift_down(base, 0, last, size, compare, extra, call.site());
  }
}
void rt_qsort(void* array, std::size_t n, std::size_t size, int (*compare)(const void*, const void*)) {
  auto forward = [](const void* a, const void* b, void* f) { return reinterpret_cast<int (*)(const void*, const void*)>(f)(a, b); };
  rt_qsort_r(array, n, size, forward, reinterpret_cast<void*>(compare));
}
void* rt_bsearch(const void* key, const void* array, std::size_t n, std::size_t size, int (*compare)(const void*, const void*)) {
  std::size_t low = 0;
  while (low < n) {
    const std::size_t middle = low + (n - low) / 2;
    const char* at = static_cast<const char*>(array) + middle * size;
    const int order = compare(key, at);
    if (order == 0) return const_cast<char*>(at);
    if (order < 0)
      n = middle;
    else
      low = middle + 1;
  }
  return nullptr;
}
}
