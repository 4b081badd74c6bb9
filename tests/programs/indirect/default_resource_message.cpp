// expect: verified
//
// Setting it synchronises with getting it ([mem.res.global]).
#include <cassert>
#include <memory_resource>
#include <thread>

static int data;

int main() {
  std::thread t([] {
    data = 1;
    std::pmr::set_default_resource(std::pmr::null_memory_resource());
  });
  if (std::pmr::get_default_resource() == std::pmr::null_memory_resource()) assert(data == 1);
  t.join();
}
