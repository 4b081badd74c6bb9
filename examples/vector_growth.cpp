// expect: race on results
// lines: 13, 15
//
// Two threads append to one std::vector. Heddle looks into the standard library's own code and names the lines that
// called it.
#include <thread>
#include <vector>

static std::vector<int> results;

int main() {
  std::thread helper([] {
    results.push_back(1);
  });
  results.push_back(2);
  helper.join();
}
