// expect: exit
//
// The default resource is one for all threads: either may come first.
#include <memory_resource>
#include <thread>

int main() {
  std::thread t([] { std::pmr::set_default_resource(std::pmr::null_memory_resource()); });
  const bool changed = std::pmr::get_default_resource() == std::pmr::null_memory_resource();
  t.join();
  return changed;
}
