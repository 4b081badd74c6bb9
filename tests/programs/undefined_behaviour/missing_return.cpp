// expect: crash
// lines: 10
// message: function rank ended without returning a value
//
enum class Level { Low, High };

static int rank(Level level) {
  switch (level) {
    case Level::Low: return 1;
  }}  // one line: where the switch ends and where the function does

int main() { return rank(Level::High) == 5; }
