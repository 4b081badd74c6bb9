// expect: assertion
//
// ... or after that.
#include <cassert>
#include <locale>
#include <thread>

struct Facet : std::locale::facet {
  static std::locale::id id;
};
std::locale::id Facet::id;

int main() {
  std::thread t([] { std::locale::global(std::locale(std::locale::classic(), new Facet)); });
  const bool has = std::has_facet<Facet>(std::locale());
  t.join();
  assert(has);
}
