// primitive: std::thread::get_id
// primitive: std::this_thread::get_id
// expect: assertion
// lines: 15
//
// A joined thread object has the id of no thread.
#include <cassert>
#include <thread>

static std::thread::id inside;

int main() {
  std::thread worker([] { inside = std::this_thread::get_id(); });
  worker.join();
  assert(worker.get_id() == inside);
}
