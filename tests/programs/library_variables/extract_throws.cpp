// expect: verified
//
// What an extraction has stored is there when it throws.
#include <cassert>
#include <climits>
#include <sstream>

template <class T>
T extracted(const char* text) {
  std::istringstream in(text);
  in.exceptions(std::ios::failbit);
  T value = 5;
  try {
    in >> value;
  } catch (const std::ios_base::failure&) {
    return value;
  }
  assert(false);
  return value;
}

int main() {
  assert(extracted<long>("abc") == 0);
  assert(extracted<long>("99999999999999999999999") == LONG_MAX);
  assert(extracted<short>("-70000") == SHRT_MIN);
  assert(extracted<int>("3000000000") == INT_MAX);
  assert(extracted<double>("x") == 0);
  std::istringstream in("abcdef");
  in.exceptions(std::ios::failbit);
  char text[4] = "xxx", block[9] = {};
  try {
    in.getline(text, 4);
    assert(false);
  } catch (const std::ios_base::failure&) {
    assert(text[0] == 'a' && text[2] == 'c' && text[3] == 0 && in.gcount() == 3);
  }
  in.clear();
  try {
    in.read(block, 9);
    assert(false);
  } catch (const std::ios_base::failure&) {
    assert(block[0] == 'd' && block[2] == 'f' && in.gcount() == 3 && in.eof());
  }
}
