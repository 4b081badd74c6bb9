// expect: race on value
// lines: 14, 22
//
// A sequence lock over a plain variable: what a reader throws away afterwards was a race nevertheless.
#include <atomic>
#include <thread>

static std::atomic<unsigned> sequence{0};
static int value;

static void write(int to) {
  unsigned s = sequence.load();
  sequence.store(s + 1);
  value = to;
  sequence.store(s + 2);
}

static int read_value() {
  for (;;) {
    unsigned before = sequence.load();
    if (before & 1) continue;
    int seen = value;
    if (sequence.load() == before) return seen;
  }
}

int main() {
  std::thread writer(write, 1);
  read_value();
  writer.join();
}
