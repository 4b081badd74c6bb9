// expect: verified
//
// Temporaries that are destroyed on the way of an exception, in a function that becomes part of its caller, several ways
// from one: they live until their destructors are over.
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

static int thrower(int which) {
  switch (which) {
    case 0: return std::vector<int>(3).at(9);
    case 1: return std::get<int>(std::variant<std::string, int>("text"));
    case 2: return static_cast<int>(std::string(40, 'x').substr(99).size());
    case 3: throw std::runtime_error(std::string(40, 'y') + std::string("z"));
    case 4: return std::stoi(std::string(30, 'w'));
    default: return static_cast<int>(std::vector<std::string>{"a", std::string(50, 'b')}.at(5).size());
  }
}

int main() {
  int caught = 0;
  for (int which = 0; which < 6; which++) {
    try {
      caught += thrower(which) * 100;
    } catch (const std::exception& e) {
      caught += std::string(e.what()).size() > 0;
    }
  }
  return caught == 6 ? 0 : 1;
}
