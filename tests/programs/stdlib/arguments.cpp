// expect: verified
// args: one "two words" 3
// exit: 49
//
// The program's arguments, and an exit status other than zero, which is no bug.
#include <cstring>
#include <string>
#include <thread>

int main(int argc, char** argv) {
  int length = 0;
  std::thread other([&] { length = static_cast<int>(std::strlen(argv[2])); });
  other.join();
  if (argv[argc] != nullptr || std::string(argv[1]) != "one" || std::stoi(argv[3]) != 3) return 1;
  return argc * 10 + length;
}
