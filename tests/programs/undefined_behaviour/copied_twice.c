// expect: memory
// lines: 10
//
// Two copies, a loop between them.
static int table[3];

int main(int argc, char** argv) {
  (void)argv;
  int x, y, z = 0;
  for (int i = 0; i < 3; i++) z += i == 2 ? table[z] : 0, y = x, x = y, z = y;
  return argc > 100;
}
