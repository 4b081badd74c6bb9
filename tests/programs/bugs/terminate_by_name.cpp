// expect: assertion
// message: std::terminate called
// lines: 12
//
// The program calls std::terminate itself, with an exception in hand that it did catch.
#include <exception>

int main() {
  try {
    throw 1;
  } catch (int) {
    std::terminate();
  }
}
