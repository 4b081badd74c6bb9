// Functions of the program on frames of ours: initialisations, exit handlers, destructors of thread-local and static
// variables.
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static std::once_flag flag;
static std::mutex m;
static int initialised;
static std::atomic<int> seen;

struct Counted {
  ~Counted() { seen++; }
};
static thread_local Counted counted;
static Counted global;

static void initialise() {
  std::lock_guard<std::mutex> lock(m);
  initialised = 1;
}

static void use() {
  (void)&counted;
  pthread_once(&once, initialise);
  std::call_once(flag, [] {
    std::lock_guard<std::mutex> lock(m);
    initialised++;
  });
}

int main() {
  std::atexit([] { std::lock_guard<std::mutex> lock(m); });
  std::thread one(use), two(use);
  one.join();
  two.join();
}
