// expect: verified
// exit: 0
//
// Dates in streams, by several threads at once.
#include <cassert>
#include <ctime>
#include <iomanip>
#include <sstream>
#include <thread>

static void worker() {
  const std::time_t moment = 86400 * 365;
  std::tm date;
  gmtime_r(&moment, &date);
  std::ostringstream out;
  out << std::put_time(&date, "%Y-%m-%d %Ey 100%% %H") << '.';
  assert(out.str() == "1971-01-01 71 100% 00.");
}

int main() {
  std::thread a(worker), b(worker);
  a.join();
  b.join();
}
