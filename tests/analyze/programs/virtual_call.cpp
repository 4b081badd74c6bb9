// analyze: verified
#include <mutex>
#include <thread>
struct Job {
  virtual void run() = 0;
  virtual ~Job() = default;
};
static std::mutex m;
static int x;
struct Increment final : Job {
  void run() override {
    std::lock_guard guard(m);
    x++;
  }
};
static void work(Job* job) { job->run(); }
int main() {
  Increment one, two;
  std::thread a(work, &one), b(work, &two);
  a.join();
  b.join();
  return x;
}
