// analyze: race on x
// The destructor of an exception runs where its handler ends.
#include <thread>

int x;
struct Counts {
  ~Counts() { x++; }
};

void fail() {
  try {
    throw Counts();
  } catch (Counts&) {
  }
}

int main() {
  std::thread t(fail);
  x++;
  t.join();
}
