// expect: verified
//
// One locale that is assigned under a lock, one that everybody only reads, and streams of their own.
#include <cassert>
#include <locale>
#include <mutex>
#include <sstream>
#include <thread>

std::locale shared;
const std::locale constant = std::locale::classic();
std::mutex guard;

int main() {
  std::thread other([] {
    std::ostringstream out;
    out.imbue(constant);
    assert(out.getloc() == constant && constant.name() == "C");
    const std::lock_guard lock(guard);
    shared = std::locale(constant, constant, std::locale::numeric);
  });
  std::ostringstream out;
  out.imbue(constant);
  out.iword(30) = 1;
  std::ostringstream next;
  next.copyfmt(out);
  assert(next.iword(30) == 1 && out.getloc() == constant);
  std::ostringstream moved = std::move(next);
  assert(moved.iword(30) == 1);
  {
    const std::lock_guard lock(guard);
    const std::locale copy = shared;
    assert(copy.name() == "C" && copy == std::locale::classic());
  }
  other.join();
}
