// expect: verified
#include <cassert>
#include <locale>
#include <thread>

struct Facet : std::locale::facet {
  static std::locale::id id;
};
std::locale::id Facet::id;

int main() {
  bool first = false;
  std::thread t([&] { first = std::has_facet<Facet>(std::locale()); });
  t.join();
  assert(!first);
  std::locale::global(std::locale(std::locale::classic(), new Facet));
  std::thread u([] { assert(std::has_facet<Facet>(std::locale())); });
  u.join();
}
