// expect: memory
// lines: 9
// The array behind an initializer list ends with the statement.
#include <initializer_list>
int main() {
  std::initializer_list<int> list;
  volatile int one = 1;
  list = {one, 2, 3};
  return *list.begin() == 99;
}
