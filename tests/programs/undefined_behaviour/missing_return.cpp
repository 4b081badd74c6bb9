// expect: crash
// lines: 11
// message: function rank ended without returning a value
//
enum class Level { Low, High };

static int rank(Level level) {
  switch (level) {
    case Level::Low: return 1;
  }
}

int main() { return rank(Level::High) == 5; }
