// expect: verified
// detectors: exact
//
// The completion of the constructor synchronises with the beginning of the thread ([thread.thread.constr]).
#include <cassert>
#include <new>
#include <thread>

alignas(std::thread) static unsigned char storage[sizeof(std::thread)];

int main() {
  auto* t = new (storage) std::thread([] {
    assert(reinterpret_cast<std::thread*>(storage)->get_id() == std::this_thread::get_id());
  });
  t->join();
  t->~thread();
}
