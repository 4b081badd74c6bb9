// expect: race
// lines: 13, 15
//
// One thread prints the date that the other one sets.
#include <ctime>
#include <iomanip>
#include <sstream>
#include <thread>

static std::tm date;

int main() {
  std::thread a([] { date.tm_year = 100; });
  std::ostringstream out;
  out << std::put_time(&date, "%Y");
  a.join();
}
