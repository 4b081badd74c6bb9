// expect: verified
// assumes: two processors
// assumes: the environment is empty
// assumes: random_device
// assumes: clocks
//
// Each of these answers is one of many.
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

int main() {
  if (std::thread::hardware_concurrency() > 64) return 1;
  if (std::getenv("HEDDLE_TEST_VARIABLE") != nullptr) return 2;
  std::random_device device;
  if (device() == 7) return 3;
  if (std::chrono::steady_clock::now() == std::chrono::steady_clock::time_point{}) return 4;
  return 0;
}
