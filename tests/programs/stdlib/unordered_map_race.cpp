// expect: race on table
// lines: 11, 12
//
// An insertion against find.
#include <thread>
#include <unordered_map>

static std::unordered_map<int, int> table;

int main() {
  std::thread other([] { table.emplace(1, 10); });
  bool found = table.find(2) != table.end();
  other.join();
  return found;
}
