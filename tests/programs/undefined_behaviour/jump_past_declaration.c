// expect: memory
// lines: 9
//
// A switch that leads past the declaration into its scope: the variable lives, and has no value.
int main(int count, char** arguments) {
  (void)arguments;
  switch (count) {
    int found;
    case 1: if (found) return 1;
    default: found = 3;
  }
  return 0;
}
