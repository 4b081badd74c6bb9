// expect: race on text[2]
//
// ctype<char>::do_widen writes what it is given room for.
#include <locale>
#include <thread>

static const char narrow[4] = "abc";
static char text[4] = "ABC";

int main() {
  std::thread t([] { std::use_facet<std::ctype<char>>(std::locale::classic()).widen(narrow, narrow + 3, text); });
  text[2] = 'x';
  t.join();
}
