// expect: verified
//
// Whoever gets a locale may use its facets.
#include <cassert>
#include <locale>
#include <thread>

struct Facet : std::locale::facet {
  int number = 7;
  static std::locale::id id;
};
std::locale::id Facet::id;

int main() {
  std::thread t([] { std::locale::global(std::locale(std::locale::classic(), new Facet)); });
  const std::locale now;
  if (std::has_facet<Facet>(now)) assert(std::use_facet<Facet>(now).number == 7);
  t.join();
}
