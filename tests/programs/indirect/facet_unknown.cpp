// expect: inconclusive
// message: facet_unknown.cpp:18: call of 'std::codecvt
//
// A virtual function inside libstdc++.so that writes memory of the program.
#include <cwchar>
#include <locale>
#include <thread>

static char narrow[4] = "abc";
static wchar_t wide[4];
static std::mbstate_t state;

int main() {
  std::thread t([] {
    auto& facet = std::use_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(std::locale::classic());
    const char* end;
    wchar_t* wide_end;
    facet.in(state, narrow, narrow + 3, end, wide, wide + 4, wide_end);
  });
  wide[1] = L'x';
  t.join();
}
