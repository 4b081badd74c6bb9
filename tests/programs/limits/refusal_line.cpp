// expect: inconclusive
// message: refusal_line.cpp:10:15: fopen is not modelled (a definition of it in any source given to heddle is used instead)
//
// The line is the program's, not one of the library's headers.
#include <fstream>
struct Log {
  std::ofstream file;
  Log() {
    /* the program's line */
         file.open("log");
  }
};
int main() {
  Log log;
  return log.file.good();
}
