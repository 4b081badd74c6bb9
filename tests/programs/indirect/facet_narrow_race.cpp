// expect: race on text[2]
//
// ctype<char>::do_narrow writes what it is given room for.
#include <locale>
#include <thread>

static const char source[4] = "abc";
static char text[4] = "ABC";

int main() {
  std::thread t([] { std::use_facet<std::ctype<char>>(std::locale::classic()).narrow(source, source + 3, '?', text); });
  text[2] = 'x';
  t.join();
}
