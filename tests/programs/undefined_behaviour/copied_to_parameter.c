// expect: memory
// lines: 9
//
// A parameter takes over what has no value.
static int use(int limit, int again) {
  int d;
  if (again > 7) d = 2;
  if (again) limit = d;
  return limit > 4;
}

int main(int argc, char** argv) {
  (void)argv;
  return use(argc, 1);
}
