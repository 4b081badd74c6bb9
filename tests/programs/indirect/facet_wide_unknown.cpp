// expect: inconclusive
// message: facet_wide_unknown.cpp:12: call of 'std::ctype<wchar_t>::do_toupper'
//
// One character is a value; a range is memory of the program.
#include <locale>
#include <thread>

static wchar_t text[4] = L"abc";

int main() {
  std::thread t([] {
    std::use_facet<std::ctype<wchar_t>>(std::locale::classic()).toupper(text, text + 3);
  });
  text[1] = L'x';
  t.join();
}
