// expect: memory
// lines: 15
// message: read of 4 bytes after the end of the thread of 'mine' (4 bytes
//
// The thread_local variable of a thread that was joined.
#include <thread>

thread_local int mine = 7;
int *other = nullptr;

int main() {
  std::thread t([] { other = &mine; });
  t.join();
  if (mine == 7)
    return *other == 8;
  return 0;
}
