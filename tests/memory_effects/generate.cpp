// The program: for each line of the table that has an example, a function that prepares and one that calls; then the
// ways to call it.
//
//   race, ordered    the effect is published through an atomic pointer, relaxed or with release and acquire; or what is
//                    read is written by the other thread, without a lock or with one
//   null ...         one pointer is replaced by one that must not be used
#include "generate.h"

#include <fmt/format.h>

#include "model/memory_effects.h"

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
#include <malloc.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <semaphore.h>
#include <sys/time.h>
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

}  // namespace

std::string generated_program() {
  std::string text = kPrelude, table = "static const Line lines[] = {\n";
  int number = 0;
  for (const MemoryEffectsLine& line : kMemoryEffects) {
    std::string prepare(line.example), call = prepare;
    const std::size_t last = prepare.rfind("; ");
    prepare = last == std::string::npos ? "" : prepare.substr(0, last + 1);
    if (last != std::string::npos) call = call.substr(last + 2);
    bool has_result = false;
    for (const MemoryEffect& e : parse_memory_effects(line.effects)) has_result |= e.argument == 0;
    if (line.example.empty()) call = prepare = "";
    text += fmt::format("static void prepare{}(char** b) {{ (void)b; {} }}\n", number, prepare);
    text += fmt::format("static void* call{}(char** b) {{ (void)b; {} }}\n", number,
                        has_result && !call.empty() ? "return (void*)(" + call + ");" : call + "; return nullptr;");
    table += fmt::format("  {{prepare{0}, call{0}}},  // {1}\n", number, line.first_name());
    number++;
  }
  return text + table + "};\n" + kMain;
}

}  // namespace heddle::effect_tests
