// expect: memory
// lines: 11
// message: not aligned
//
// There is no std::atomic<long> at an odd address.
#include <atomic>
#include <thread>

alignas(8) char storage[32];
char* volatile place = storage + 1;
void add() { reinterpret_cast<std::atomic<long>*>(place)->fetch_add(3); }

int main() {
  std::thread t(add);
  t.join();
}
