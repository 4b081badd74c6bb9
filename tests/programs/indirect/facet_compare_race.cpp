// expect: race
// lines: 13, 14
//
// What is compared is read.
#include <locale>
#include <thread>

static char text[8] = "abcdef";

int main() {
  const auto& facet = std::use_facet<std::collate<char>>(std::locale::classic());
  int order = 0;
  std::thread t([] { text[2] = '2'; });
  order = facet.compare(text, text + 4, text + 1, text + 5);
  t.join();
  return order > 1;
}
