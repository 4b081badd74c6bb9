// expect: race on numbers
// lines: 11, 12
//
// operator[] that inserts against find.
#include <map>
#include <thread>

static std::map<int, int> numbers;

int main() {
  std::thread other([] { numbers[1] = 10; });
  bool found = numbers.find(2) != numbers.end();
  other.join();
  return found;
}
