// expect: race on table
// lines: 9, 15
//
// A detached thread uses an object that a static destructor ends.
#include <thread>

struct Table {
  int entries = 1;
  ~Table() { entries = 0; }
};

static Table table;

int main() {
  std::thread([] { table.entries++; }).detach();
}
