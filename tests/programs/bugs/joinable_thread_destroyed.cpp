// expect: misuse
//
// A std::thread that was neither joined nor detached is destroyed: std::terminate.
#include <thread>

static int x;

int main() {
  std::thread thread([] { x = 1; });
}
