// expect: verified
//
// A buffer that ends the thread: the functions of a stream let that pass, and the stream is bad.
#include <cassert>
#include <istream>
#include <ostream>
#include <pthread.h>
#include <streambuf>
#include <string>

struct Buffer : std::streambuf {
  int underflow() override { pthread_exit(nullptr); }
  int overflow(int) override { pthread_exit(nullptr); }
};
static Buffer buffer;
static std::iostream stream(&buffer);

static void in_thread(void (*use)()) {
  auto run = [](void* function) -> void* {
    reinterpret_cast<void (*)()>(function)();
    return &buffer;
  };
  pthread_t t;
  pthread_create(&t, nullptr, run, reinterpret_cast<void*>(use));
  void* result = &buffer;
  pthread_join(t, &result);
  assert(result == nullptr);
  assert(stream.bad());
  stream.clear();
}

int main() {
  in_thread([] {
    long number;
    stream >> number;
  });
  in_thread([] {
    std::string word;
    stream >> std::noskipws >> word;
  });
  in_thread([] { stream.get(); });
  in_thread([] { stream << 1; });
  in_thread([] { stream << "text"; });
}
