// expect: deadlock
// lines: 21
// cycle: 3
// search: dpor optimal
//
// philosophers_waiter.cpp with a seat for everybody: the waiter prevents nothing.
#include <semaphore.h>

#include <mutex>
#include <thread>

constexpr int kPhilosophers = 3;
static sem_t waiter;
static std::mutex forks[kPhilosophers];
static int meals[kPhilosophers];

static void philosopher(int me) {
  sem_wait(&waiter);
  {
    std::lock_guard left(forks[me]);
    std::lock_guard right(forks[(me + 1) % kPhilosophers]);
    meals[me]++;
  }
  sem_post(&waiter);
}

int main() {
  sem_init(&waiter, 0, kPhilosophers);
  std::thread one(philosopher, 1), two(philosopher, 2);
  philosopher(0);
  one.join();
  two.join();
}
