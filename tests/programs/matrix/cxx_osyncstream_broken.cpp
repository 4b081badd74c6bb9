// primitive: std::osyncstream
// expect: race
// lines: 13, 14
// flags: -std=c++20
//
// Two threads share one osyncstream object.
#include <iostream>
#include <syncstream>
#include <thread>

int main() {
  std::osyncstream out(std::cout);
  std::thread other([&] { out << "one"; });
  out << "two";
  other.join();
}
