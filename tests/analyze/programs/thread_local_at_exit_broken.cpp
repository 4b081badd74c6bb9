// analyze: race on x
// The thread-local destructor of main runs before the static one, which joins the thread.
#include <thread>

int x;
struct Joins {
  std::thread t;
  ~Joins() {
    if (t.joinable()) t.join();
  }
} joins;
struct Counts {
  bool used = false;
  ~Counts() { x++; }
};
thread_local Counts counts;

int main() {
  counts.used = true;
  joins.t = std::thread([] { x++; });
}
