// expect: race
#include <locale>
#include <sstream>
#include <thread>

std::ostream one(nullptr);

int main() {
  std::thread other([] { one.imbue(std::locale::classic()); });
  one.imbue(std::locale::classic());
  other.join();
}
