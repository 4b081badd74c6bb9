// expect: verified
// exit: 0
// search: dpor optimal stateful
//
// Two threads read the lines of one stream in turns.
#include <cassert>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
int main() {
  {
    std::ofstream f("/tmp/heddle-test-12");
    f << "the cat\nthe dog\n";
  }
  std::map<std::string, int> count;
  std::mutex m;
  std::ifstream in("/tmp/heddle-test-12");
  auto work = [&] {
    for (;;) {
      std::string line;
      {
        std::lock_guard<std::mutex> l(m);
        if (!std::getline(in, line)) return;
      }
      std::lock_guard<std::mutex> l(m);
      count[line]++;
    }
  };
  std::thread t(work);
  work();
  t.join();
  assert(count.size() == 2 && count["the cat"] == 1);
}
