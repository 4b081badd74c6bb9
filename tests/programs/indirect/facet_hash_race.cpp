// expect: race
// lines: 12, 13
//
// And so is what is hashed.
#include <locale>
#include <thread>

static char text[8] = "abcdef";
static volatile long hash;

int main() {
  std::thread t([] { hash = std::use_facet<std::collate<char>>(std::locale::classic()).hash(text, text + 3); });
  text[1] = 'x';
  t.join();
}
