// expect: memory
// lines: 16
//
// The mutex orders the two threads, so there is no race; but in one of the two orders the reader comes after the
// object is gone.
#include <mutex>
#include <thread>

static std::mutex lock;
static int* session = new int(1);
static int seen;

int main() {
  std::thread reader([] {
    std::lock_guard<std::mutex> guard(lock);
    seen = *session;
  });
  {
    std::lock_guard<std::mutex> guard(lock);
    delete session;
  }
  reader.join();
  return seen < 0;
}
