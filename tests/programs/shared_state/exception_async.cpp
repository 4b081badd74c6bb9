// expect: verified
// search: dpor optimal
//
// std::async that throws an exception with a string of its own.
#include <cassert>
#include <future>
#include <string>
#include <system_error>

struct Refused : std::exception {
  explicit Refused(std::string s) : reason(std::move(s)) {}
  const char* what() const noexcept override { return reason.c_str(); }
  std::string reason;
};

int main() {
  auto first = std::async(std::launch::async, [] { throw Refused("a reason that is longer than a short string"); });
  auto second = std::async(std::launch::async, [] { throw std::system_error(EAGAIN, std::generic_category(), "again"); });
  int caught = 0;
  try {
    first.get();
  } catch (const Refused& e) {
    caught += e.reason.size() > 20;
  }
  try {
    second.get();
  } catch (const std::system_error& e) {
    caught += e.code().value() == EAGAIN && std::string(e.what()).find("again") == 0;
  }
  assert(caught == 2);
}
