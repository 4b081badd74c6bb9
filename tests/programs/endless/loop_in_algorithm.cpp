// expect: inconclusive
// message: loop_in_algorithm.cpp:28
// search: auto
//
// A loop in a template of the library is named by the line that uses it.
#include <algorithm>
#include <iterator>
#include <mutex>
#include <thread>

namespace {
std::mutex mutex;
int count;

struct Numbers {
  using iterator_category = std::input_iterator_tag;
  using value_type = int;
  using difference_type = long;
  using pointer = const int*;
  using reference = int;
  int at;
  int operator*() const { return at; }
  Numbers& operator++() { return ++at, *this; }
  bool operator!=(const Numbers& other) const { return at != other.at; }
};

void work() {
  std::for_each(Numbers{1}, Numbers{-1}, [](int) {
    std::lock_guard<std::mutex> guard(mutex);
    count++;
  });
}
}  // namespace

int main() {
  std::thread worker(work);
  worker.detach();
  std::lock_guard<std::mutex> guard(mutex);
}
