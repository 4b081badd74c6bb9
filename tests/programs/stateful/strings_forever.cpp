// expect: verified
// exit: never
// search: stateful best-first
//
// Long strings from one thread to another, forever: the library allocates them, and the thread that did not frees them.
#include <cassert>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

static std::mutex m;
static std::unique_ptr<std::string> slot;

static void write() {
  for (;;) {
    auto text = std::make_unique<std::string>("a string that does not fit into the object itself");
    std::lock_guard lock(m);
    if (!slot) slot = std::move(text);
  }
}

static void read() {
  for (;;) {
    std::unique_ptr<std::string> text;
    {
      std::lock_guard lock(m);
      text = std::move(slot);
    }
    if (text) assert(text->size() == 49);
  }
}

int main() {
  std::thread writer(write), reader(read);
  writer.join();
  reader.join();
}
