// expect: verified
//
// The same functions with a lock, or on memory of one thread.
#include <cassert>
#include <locale>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static char text[4] = "abc";

int main() {
  std::thread t([] {
    const auto& facet = std::use_facet<std::ctype<char>>(std::locale::classic());
    const std::lock_guard guard(lock);
    facet.toupper(text, text + 3);
    facet.tolower(text, text + 1);
  });
  {
    const std::lock_guard guard(lock);
    text[1] = 'x';
  }
  char own[4] = "cba", copy[4];
  std::use_facet<std::ctype<char>>(std::locale::classic()).widen(own, own + 4, copy);
  std::use_facet<std::ctype<char>>(std::locale::classic()).narrow(own, own + 4, '?', copy);
  const auto& order = std::use_facet<std::collate<char>>(std::locale::classic());
  assert(order.compare(own, own + 3, copy, copy + 3) == 0);
  assert(order.transform(own, own + 3) == "cba");
  t.join();
}
