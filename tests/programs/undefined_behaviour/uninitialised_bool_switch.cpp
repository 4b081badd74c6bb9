// expect: memory
// lines: 13
//
enum class Colour { Red, Green };

static int name(Colour c) {
  return c == Colour::Red ? 1 : 2;
}

int main(int argc, char**) {
  Colour c;
  if (argc == 7) c = Colour::Green;
  switch (c) {
    case Colour::Red: return name(Colour::Red) - 1;
    case Colour::Green: return 0;
  }
  return 0;
}
