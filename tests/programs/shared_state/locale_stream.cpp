// expect: assertion
//
// A stream takes the global locale over when it is made.
#include <cassert>
#include <locale>
#include <sstream>
#include <thread>

struct Facet : std::locale::facet {
  static std::locale::id id;
};
std::locale::id Facet::id;

int main() {
  std::thread t([] { std::locale::global(std::locale(std::locale::classic(), new Facet)); });
  std::ostringstream out;
  t.join();
  assert(!std::has_facet<Facet>(out.getloc()));
}
