#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int stock = 1, sold;
bool available() {
  std::lock_guard<std::mutex> g(m);
  return stock > 0;
}
void take() {
  std::lock_guard<std::mutex> g(m);
  --stock;
  ++sold;
}
void buy() {
  if (available()) take();
}
int main() {
  std::thread a(buy), b(buy);
  a.join();
  b.join();
  assert(stock >= 0);
}
