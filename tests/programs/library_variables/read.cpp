// expect: verified
//
// Formatted and unformatted input, and nothing else.
#include <iostream>
#include <string>
#include <thread>

int main() {
  auto read = [] {
    int number;
    std::string text;
    char some[4];
    std::cin >> number;
    std::cin >> text;
    std::getline(std::cin, text);
    std::cin.get();
    std::cin.read(some, 2);
    std::cin.ignore();
  };
  std::thread t(read);
  read();
  t.join();
}
