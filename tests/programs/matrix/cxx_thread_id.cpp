// primitive: std::thread::get_id
// primitive: std::this_thread::get_id
// expect: verified
//
// Threads that live at the same time have different ids; each knows its own.
#include <cassert>
#include <functional>
#include <thread>

static std::thread::id inside;

int main() {
  assert(std::thread().get_id() == std::thread::id());
  std::thread worker([] { inside = std::this_thread::get_id(); });
  const std::thread::id outside = worker.get_id();
  assert(outside != std::this_thread::get_id() && outside != std::thread::id());
  worker.join();
  assert(inside == outside && std::hash<std::thread::id>()(inside) == std::hash<std::thread::id>()(outside));
  assert((inside < std::this_thread::get_id()) != (std::this_thread::get_id() < inside));
}
