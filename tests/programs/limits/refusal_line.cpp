// expect: inconclusive
// message: refusal_line.cpp:9: a device (a file below /dev) is not modelled
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
