// expect: crash
// lines: 16
// message: function stop returned, though it is declared noreturn
//
#include <string>

static int stops;

[[noreturn]] static void stop(const std::string& why) {
  if (stops) throw why;
}

int main() {
  std::string why = "long enough to be on the heap, so that there is something to clean up";
  try {
    stop(why);
  } catch (std::string&) {
  }
}
