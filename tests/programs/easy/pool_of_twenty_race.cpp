// expect: race on finished
// lines: 42
// search: auto
// flags: -std=c++17
// message: data race on 'finished'
// timeout: 60
//
// Twenty workers take jobs from a queue under its mutex; the rare last job of a worker counts without one. The first
// executions of an exhaustive search let one worker do all the work; nearly every random schedule has two at it.
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
  // A worker that never got a job has nothing to tell.
  if (done > 0)
    ++finished;
}

int main() {
  std::vector<std::thread> workers;
  for (int i = 0; i < 20; ++i) workers.emplace_back(work);
  for (int i = 0; i < 40; ++i) {
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
  return sum == 780 ? 0 : 1;
}
