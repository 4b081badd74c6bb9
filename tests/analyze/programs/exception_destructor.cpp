// analyze: verified
#include <mutex>
#include <thread>

std::mutex m;
int x;
struct Counts {
  ~Counts() {
    std::lock_guard guard(m);
    x++;
  }
};

void fail() {
  try {
    throw Counts();
  } catch (Counts&) {
  }
}

int main() {
  std::thread t(fail);
  {
    std::lock_guard guard(m);
    x++;
  }
  t.join();
}
