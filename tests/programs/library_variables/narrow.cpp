// expect: verified
//
// narrow() is inline code that remembers its results in the facet, which all threads share. It is a const function: threads may
// call it at once ([res.on.data.races]).
#include <iostream>
#include <locale>
#include <thread>

int main() {
  auto narrow = [] {
    return std::cout.narrow('x', 0) + std::use_facet<std::ctype<char>>(std::locale()).narrow('y', 0) + std::cout.widen('z');
  };
  std::thread t(narrow);
  narrow();
  t.join();
}
