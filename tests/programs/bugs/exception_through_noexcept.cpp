// expect: assertion
// message: exception of type std::out_of_range leaves a noexcept function
// lines: 11
//
// A destructor is noexcept: the exception of what it calls ends the program there.
#include <stdexcept>
#include <vector>

struct Cleaner {
  explicit Cleaner(std::vector<int>& values) : values(values) {}
  ~Cleaner() { values.at(1) = 0; }
  std::vector<int>& values;
};

int main() {
  std::vector<int> values(1);
  try {
    Cleaner cleaner(values);
  } catch (const std::out_of_range&) {
    return 1;
  }
}
