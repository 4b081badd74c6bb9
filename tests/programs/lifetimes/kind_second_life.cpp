// expect: verified
// flags: -std=c++20
// search: dfs dpor optimal selective composed
//
// The same bytes are a mutex, then a read/write lock, then a condition and a mutex again: each life ends without a word
// (std::mutex has a trivial destructor), and the next begins with an initialisation.
#include <pthread.h>

#include <condition_variable>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <thread>

alignas(64) static unsigned char memory[64];
static union {
  pthread_mutex_t m;
  pthread_rwlock_t l;
} both;

static void in_two_threads(auto use) {
  std::thread other(use);
  use();
  other.join();
}

int main() {
  auto *mutex = new (memory) std::mutex;
  in_two_threads([=] { std::lock_guard<std::mutex> guard(*mutex); });
  auto *shared = new (memory) std::shared_mutex;
  in_two_threads([=] { std::shared_lock<std::shared_mutex> guard(*shared); });
  auto *condition = new (memory) std::condition_variable;
  in_two_threads([=] { condition->notify_one(); });
  condition->~condition_variable();
  mutex = new (memory) std::mutex;
  in_two_threads([=] { std::lock_guard<std::mutex> guard(*mutex); });

  both.m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&both.m);
  pthread_mutex_unlock(&both.m);
  both.l = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_rdlock(&both.l);
  pthread_rwlock_unlock(&both.l);
}
