// expect: crash
// signal: SIGSEGV
// message: stack overflow
//
// A recursion that never ends, in the main thread and without any other.
#include <cstring>

static unsigned long depth_of(const char* name, unsigned long depth) {
  char copy[64];
  std::strncpy(copy, name, sizeof copy - 1);
  return depth_of(copy, depth + 1) + static_cast<unsigned char>(copy[depth % 8]);
}

int main(int argc, char** argv) { return static_cast<int>(depth_of(argv[0], static_cast<unsigned long>(argc))); }
