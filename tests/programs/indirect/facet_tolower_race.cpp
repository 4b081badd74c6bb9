// expect: race on text[2]
//
// ctype<char>::do_tolower writes where it reads.
#include <locale>
#include <thread>

static char text[4] = "ABC";

int main() {
  std::thread t([] { std::use_facet<std::ctype<char>>(std::locale::classic()).tolower(text, text + 3); });
  text[2] = 'x';
  t.join();
}
