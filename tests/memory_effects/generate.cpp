// The program: for each line of the table that has an example, a function that prepares and one that calls; then the
// ways to call it.
//
//   race, ordered    the effect is published through an atomic pointer, relaxed or with release and acquire; or what is
//                    read is written by the other thread, without a lock or with one
//   null ...         one pointer is replaced by one that must not be used
//
// And a second program: for each modelled function whose operations the symbol policy lists, a thread that does nothing
// but call it, so that the search knows of the thread just that.
#include "generate.h"

#include <fmt/format.h>

#include "model/memory_effects.h"
#include "model/symbol_policy.h"

namespace heddle::effect_tests {
namespace {

constexpr const char* kPrelude = R"(#include <atomic>
#include <condition_variable>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <ctime>
#include <ios>
#include <malloc.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <fnmatch.h>
#include <search.h>
#include <semaphore.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <thread>
#include <threads.h>
#include <unistd.h>
#include <wchar.h>

static size_t size = 4;
static char text[] = "a,b";
static pthread_t helper;
static thrd_t worker;
static thread_local int private_number = 7;
static void* nothing(void*) { return nullptr; }
struct Odd { char bytes[12]; };
static void idle() {}
static bool same;
static int task(void*) { return 0; }
static int by_byte(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }
static pthread_mutex_t* locked(pthread_mutex_t* m) { return pthread_mutex_trylock(m), m; }
static char* room(char* p) { return p; }
struct Line { void (*prepare)(char**); void* (*call)(char**); };
#define b1 b[1]
#define b2 b[2]
#define b3 b[3]
#define b4 b[4]
)";

constexpr const char* kMain = R"(
static char* block[6];
static int argument;  // 0: the result
static const Line* line;
static std::atomic<char*> published;
static std::memory_order give = std::memory_order_relaxed, take = std::memory_order_relaxed;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static bool guarded;
alignas(64) static const char constant[4096] = {1};
static std::atomic<int> alive;

static pthread_t first, second;

// Its thread_local variables live until the other one is done with them.
static void* publishes(void*) {
  char* result = (char*)line->call(block);
  published.store(argument == 0 ? result : block[argument], give);
  pthread_join(second, nullptr);
  return nullptr;
}
static void* takes(void*) {
  if (char* p = published.load(take)) { volatile char c = *p; (void)c; }
  return nullptr;
}
static void* calls(void*) {
  if (guarded) pthread_mutex_lock(&guard);
  line->call(block);
  if (guarded) pthread_mutex_unlock(&guard);
  return nullptr;
}
static void* overwrites(void*) {
  if (guarded) pthread_mutex_lock(&guard);
  volatile char* p = block[argument];
  *p = *p;
  if (guarded) pthread_mutex_unlock(&guard);
  return nullptr;
}
static void* lives(void*) { alive.store(1); return nullptr; }

int main(int, char** given) {
  line = &lines[atoi(given[1])];
  argument = atoi(given[2]);
  const char* mode = given[3];
  for (int i = 1; i < 6; i++) block[i] = (char*)calloc(1, 4096);
  if (mode[0] == 'w' || mode[0] == 'r') {
    line->prepare(block);
    const bool ordered = mode[1] == 'o', writing = mode[0] == 'w';
    if (ordered) give = std::memory_order_release, take = std::memory_order_acquire, guarded = true;
    pthread_create(&second, nullptr, writing ? takes : overwrites, nullptr);
    pthread_create(&first, nullptr, writing ? publishes : calls, nullptr);
    pthread_join(first, nullptr);
    if (!writing) pthread_join(second, nullptr);
    return 0;
  }
  line->prepare(block);
  if (given[4][0] == '2') pthread_create(&second, nullptr, lives, nullptr);
  switch (mode[0]) {
    case 'N': block[argument] = nullptr; break;
    case 'U': block[argument] = (char*)0x10000040; break;
    case 'F': free(block[argument]); break;
    case 'C': block[argument] = const_cast<char*>(constant); break;
    case 'M': block[argument] += 1; break;
  }
  line->call(block);
  if (given[4][0] == '2') pthread_join(second, nullptr);
  return 0;
}
)";

constexpr const char* kForeseenMain = R"(
static char* block[6];
static pthread_t first, second;
static std::atomic<int> alive;
static void* lives(void*) { alive.store(1); alive.store(2); return nullptr; }

int main(int, char** given) {
  for (int i = 1; i < 6; i++) block[i] = (char*)calloc(1, 4096);
  pthread_create(&second, nullptr, lives, nullptr);
  switch (atoi(given[1])) {
CASES  }
  pthread_join(first, nullptr);
  pthread_join(second, nullptr);
  _exit(0);
}
)";

// An example is statements, the last of them the call.
struct Example {
  std::string prepare, call;
};
Example split(const MemoryEffectsLine& line) {
  const std::string all(line.example);
  const std::size_t last = all.rfind("; ");
  if (last == std::string::npos) return {"", all};
  return {all.substr(0, last + 1), all.substr(last + 2)};
}

}  // namespace

std::string generated_program() {
  std::string text = kPrelude, table = "static const Line lines[] = {\n";
  int number = 0;
  for (const MemoryEffectsLine& line : kMemoryEffects) {
    const auto [prepare, call] = split(line);
    bool has_result = false;
    for (const MemoryEffect& e : parse_memory_effects(line.effects)) has_result |= e.argument == 0;
    text += fmt::format("static void prepare{}(char** b) {{ (void)b; {} }}\n", number, prepare);
    text += fmt::format("static void* call{}(char** b) {{ (void)b; {} }}\n", number,
                        has_result && !call.empty() ? "return (void*)(" + call + ");" : call + "; return nullptr;");
    table += fmt::format("  {{prepare{0}, call{0}}},  // {1}\n", number, line.first_name());
    number++;
  }
  return text + table + "};\n" + kMain;
}

// Functions that perform operations and have no example in the table of memory effects, with calls of them.
constexpr struct {
  std::string_view names;
  const char* call;
} kOthers[] = {
    {"exit", "exit(0)"},
    {"_exit _Exit", "_exit(0)"},
    {"_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
     "std::unique_lock<std::mutex> l(*(std::mutex*)b2); ((std::condition_variable*)b1)->wait(l)"},
    {"__cxa_guard_acquire __cxa_guard_release", "static int once = atoi(b1); (void)once"},
    {"__cxa_guard_abort", "try { static int never = throws(); (void)never; } catch (int) {}"},
    {"__cxa_atexit", "static Leaves leaves"},
    {"heddle_atomic_begin heddle_atomic_end", "heddle_atomic_begin(); heddle_atomic_end()"},
    {"__VERIFIER_atomic_begin __VERIFIER_atomic_end", "__VERIFIER_atomic_begin(); __VERIFIER_atomic_end()"},
    {"heddle_count_references", "std::exception_ptr one = std::make_exception_ptr(1), two = one"},
};

constexpr const char* kOthersNeed = R"(
#include <exception>
extern "C" { void heddle_atomic_begin(); void heddle_atomic_end(); void __VERIFIER_atomic_begin(); void __VERIFIER_atomic_end(); }
static int throws() { throw 1; }
struct Leaves { ~Leaves() {} };
)";

bool is_listed(std::string_view name) {
  const SymbolRule rule = symbol_rule(name);
  return rule.policy == SymbolPolicy::Modelled && !rule.effect.does.is_anything();
}

ForeseenProgram foreseen_program() {
  ForeseenProgram program;
  std::string cases;
  const auto add = [&](std::string_view names, const Example& example) {
    const std::size_t number = program.names.size();
    program.text +=
        fmt::format("static void* calls{}(void* p) {{ char** b = (char**)p; (void)b; {}; return nullptr; }}\n", number,
                    example.call);
    cases += fmt::format("    case {0}: {{ char** b = block; (void)b; {1} }}\n", number, example.prepare);
    cases += fmt::format("      pthread_create(&first, nullptr, calls{0}, block); break;\n", number);
    program.names.emplace_back(names);
  };
  for (const MemoryEffectsLine& line : kMemoryEffects)
    if (!line.example.empty() && is_listed(line.first_name())) add(line.names, split(line));
  for (const auto& other : kOthers) add(other.names, {"", other.call});
  std::string main = kForeseenMain;
  program.text = kPrelude + std::string(kOthersNeed) + program.text + main.replace(main.find("CASES"), 5, cases);
  return program;
}

}  // namespace heddle::effect_tests
