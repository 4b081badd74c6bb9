// expect: race on text[1]
// lines: 11, 12
//
// ctype<char>::do_toupper is reached through a table inside libstdc++.so.
#include <locale>
#include <thread>

static char text[4] = "abc";

int main() {
  std::thread t([] { std::use_facet<std::ctype<char>>(std::locale::classic()).toupper(text, text + 3); });
  text[1] = 'x';
  t.join();
}
