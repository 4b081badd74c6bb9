// expect: verified
// search: auto
// flags: -std=c++17
// timeout: 120
//
// The pool of pool_of_twenty_race.cpp as it should be, and small enough to be covered: the random schedules that are
// tried meanwhile leave no trace in the verdict.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

static std::mutex m;
static std::condition_variable more;
static std::queue<int> jobs;
static bool closed;
static long sum;
static int finished;

static bool take(int& job) {
  std::unique_lock<std::mutex> hold(m);
  more.wait(hold, [] { return closed || !jobs.empty(); });
  if (jobs.empty()) return false;
  job = jobs.front();
  jobs.pop();
  return true;
}

static void work() {
  int job = 0;
  int done = 0;
  while (take(job)) {
    std::lock_guard<std::mutex> hold(m);
    sum += job;
    ++done;
  }
  std::lock_guard<std::mutex> hold(m);
  if (done > 0) ++finished;
}

int main() {
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i) workers.emplace_back(work);
  for (int i = 0; i < 2; ++i) {
    {
      std::lock_guard<std::mutex> hold(m);
      jobs.push(i);
    }
    more.notify_one();
  }
  {
    std::lock_guard<std::mutex> hold(m);
    closed = true;
  }
  more.notify_all();
  for (std::thread& w : workers) w.join();
  return sum == 1 ? 0 : 1;
}
