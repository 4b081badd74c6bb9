// expect: memory
// lines: 9
//
// An index that is found only in a loop that runs: what the function returns has no value, and two ways lead to its end.
static int find(int from, int to) {
  int found;
  if (from > to) return -1;
  for (int i = from; i < to; i++) found = i;
  int best = found; return best;
}

int main(int argc, char** argv) {
  (void)argv;
  return find(argc, argc) == 7;
}
