// expect: race on job.state
// lines: 14, 15
//
// An object that is passed by value lies on the caller's stack, but has its name from the function that got it.
#include <string>
#include <thread>

struct Job {
  std::string name;
  int state = 0;
};

static void serve(Job job) {
  std::thread helper([&] { job.state = 1; });
  job.state = 2;
  helper.join();
}

int main() { serve(Job{"first", 0}); }
