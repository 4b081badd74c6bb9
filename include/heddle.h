/* Heddle from inside a program: inputs, assumptions, atomic sections, marks, and model-checked tests. Everything here
 * is a no-op unless the program is compiled for a check (heddle check FILE, or the bitcode that heddle cc keeps), so a
 * program that uses it builds and runs as usual with any compiler that finds this file.
 *
 *   heddle_choose(n)             0 .. n-1; every value is explored. Outside Heddle: 0
 *   heddle_assume(c)             executions in which c is false are not considered
 *   heddle_assert(c)             a bug if c is false
 *   heddle_atomic_begin/end()    no other thread takes a step in between; may be nested
 *   heddle_label("name")         a mark in the report's interleaving
 *   heddle_benign_race(p, size)  races on these bytes are intended: their accesses are explored, not reported
 *   heddle::check(f)             C++: explores the interleavings of f alone, inside a test of a test framework
 *   heddle::check("name", f)     the same under this name. With HEDDLE_MAIN defined before this file is included, calls
 * of it that initialise variables of a file are a test program without a main of its own
 */
#ifndef HEDDLE_H
#define HEDDLE_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __HEDDLE__

unsigned heddle_choose(unsigned n);
void heddle_assume_that(int holds);
void heddle_assertion_failed(const char* expression);
void heddle_atomic_begin(void);
void heddle_atomic_end(void);
void heddle_label(const char* name);
void heddle_benign_race(const volatile void* address, size_t size);
/* For heddle::check: -1: explore what follows; otherwise what is known: 0 verified, 1 a bug, 2 inconclusive. */
int heddle_scope_begin(const char* name);
void heddle_scope_end(void);
void heddle_scope_failed(const char* why);

#define heddle_assume(c) heddle_assume_that((c) ? 1 : 0)
#define heddle_assert(c) ((c) ? (void)0 : heddle_assertion_failed(#c))

#else

static inline unsigned heddle_choose(unsigned n) { return (void)n, 0; }
static inline void heddle_atomic_begin(void) {}
static inline void heddle_atomic_end(void) {}
static inline void heddle_label(const char* name) { (void)name; }
static inline void heddle_benign_race(const volatile void* address, size_t size) { (void)address, (void)size; }
#define heddle_assume(c) ((void)(c))
#define heddle_assert(c) ((void)(c))

#endif

#ifdef __cplusplus
} /* extern "C" */

namespace heddle {

struct Options {
  const char* name = nullptr; /* of the test in the report; nullptr: GoogleTest's name of it, or the source line */
};

enum class Verdict {
  not_checked, /* the program runs outside Heddle: f was run once */
  verified,
  bug,
  inconclusive
};

struct Result {
  Verdict verdict = Verdict::not_checked;
  /* No bug is known; what a test expects. */
  bool ok() const { return verdict != Verdict::bug; }
  explicit operator bool() const { return ok(); }
};

namespace detail {

#ifdef __HEDDLE__
/* GoogleTest's own, null in a program without it. */
bool fatal_failure() __asm__("_ZN7testing4Test15HasFatalFailureEv") __attribute__((weak));
bool other_failure() __asm__("_ZN7testing4Test18HasNonfatalFailureEv") __attribute__((weak));
#endif

inline bool expectation_failed() {
#ifdef __HEDDLE__
  if (fatal_failure != nullptr && other_failure != nullptr && (fatal_failure() || other_failure())) return true;
#endif
  return false;
}

inline const char* test_name() {
#if defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_) || defined(GTEST_INCLUDE_GTEST_GTEST_H_)
  if (const auto* test = ::testing::UnitTest::GetInstance()->current_test_info()) return test->name();
#elif defined(CATCH_VERSION_MAJOR)
  static thread_local std::string name;
  name = ::Catch::getResultCapture().getCurrentTestName();
  return name.c_str();
#endif
  return nullptr;
}

} /* namespace detail */

template <class F>
Result check(F&& f, Options options = {}, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  Result result;
#ifdef __HEDDLE__
  char place[256];
  const char* name = options.name != nullptr ? options.name : detail::test_name();
  if (name == nullptr) {
    __builtin_snprintf(place, sizeof place, "%s:%d", file, line);
    name = place;
  }
  const bool failed_before = detail::expectation_failed();
  const int known = heddle_scope_begin(name);
  if (known > 0) {
    result.verdict = known == 1 ? Verdict::bug : Verdict::inconclusive;
    return result;
  }
#ifdef __cpp_exceptions
  try {
    static_cast<F&&>(f)();
  } catch (...) {
    heddle_scope_failed("an exception left the function that heddle::check was given");
    throw;
  }
#else
  static_cast<F&&>(f)();
#endif
  if (!failed_before && detail::expectation_failed()) heddle_scope_failed("an expectation of the test failed");
  heddle_scope_end();
  result.verdict = Verdict::verified;
#else
  static_cast<void>(options), static_cast<void>(file), static_cast<void>(line);
  static_cast<F&&>(f)();
#endif
  return result;
}

template <class F>
Result check(const char* name, F&& f, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  Options options;
  options.name = name;
  return check(static_cast<F&&>(f), options, file, line);
}

} /* namespace heddle */

#ifdef HEDDLE_MAIN
int main() { return 0; } /* what the checks have found is known by now */
#endif
#endif /* __cplusplus */
#endif /* HEDDLE_H */
