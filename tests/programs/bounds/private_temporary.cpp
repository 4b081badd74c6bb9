// expect: memory
// lines: 9
// message: after the end of the lifetime of 'temporary of main'
//
// References to temporaries that end with the statement.
#include <algorithm>
int main() {
  const auto range = std::minmax(3, 1);
  return range.first + range.second == 99;
}
