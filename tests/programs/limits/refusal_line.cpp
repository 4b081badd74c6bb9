// expect: inconclusive
// message: refusal_line.cpp:9: the device /dev/log-of-nobody is not modelled
//
// The line is the program's, not one of the library's headers.
#include <fstream>
struct Log {
  std::ofstream file;
  Log() {
    file.open("/dev/log-of-nobody");
  }
};
int main() {
  Log log;
  return log.file.good();
}
