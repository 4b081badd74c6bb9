// expect: race on text[2]
//
// collate<char>::do_transform reads all that it is given.
#include <locale>
#include <thread>

static char text[4] = "ABC";

int main() {
  std::thread t([] { std::use_facet<std::collate<char>>(std::locale::classic()).transform(text, text + 3); });
  text[2] = 'x';
  t.join();
}
