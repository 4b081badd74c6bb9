// expect: verified
//
// Printing goes through virtual functions inside libstdc++.so all the time.
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex lock;

static void print(int n) {
  std::ostringstream text;
  text << std::setw(4) << std::setfill('.') << n << ' ' << std::hex << n << std::boolalpha << true << 1.5;
  const std::lock_guard guard(lock);
  std::cout << text.str() << std::left << std::setw(6) << n << std::setprecision(3) << 2.25 << ' ' << 'c' << std::endl;
  std::cerr << "text" << static_cast<const void*>(nullptr) << '\n';
  std::cout.rdbuf()->sputn("ab\n", 3);
  std::istringstream in("12 word");
  int number;
  std::string word;
  in >> number >> word;
  std::cout << number << word << std::flush;
}

int main() {
  std::thread t(print, 1);
  print(2);
  t.join();
  if (std::cin.get() != EOF) return 1;
}
