// expect: verified
//
// Formatted and unformatted output, and nothing else.
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::string text = "text";
  auto print = [&](int i) {
    std::cout << 42 << ' ' << "x" << text << 1.5 << true << static_cast<void *>(nullptr) << i << std::endl;
    std::cout.put('c').write("ab", 2).flush();
    std::cerr << "e" << 3u << '\n';
    std::clog << 'c' << std::flush;
    if (!(std::cout << "y")) std::cerr << "failed";
  };
  std::thread t(print, 1);
  print(2);
  t.join();
}
