// expect: verified
// executions(dpor): 1
// executions(optimal): 1
// executions(dfs): 1
//
// Exceptions that stay in their thread share nothing: no interleaving of their counts is worth exploring.
#include <stdexcept>
#include <thread>

int work(int n) {
  try {
    if (n) throw std::runtime_error("odd");
    throw std::logic_error("even");
  } catch (const std::exception& e) {
    return e.what()[0];
  }
}

int main() {
  std::thread a(work, 0), b(work, 1);
  work(2);
  a.join();
  b.join();
}
