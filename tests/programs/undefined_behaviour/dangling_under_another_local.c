// expect: verified
// assumes: a pointer to a local variable that has ended finds what lies there now
// search: dfs dpor stateful
//
// The array of one function is used after it has returned, where the array of another one lies by then: good memory, by
// all that can be seen of the access.
static int* kept;

__attribute__((noinline)) static void first(void) {
  int x[4] = {1, 2, 3, 4};
  kept = x;
}
__attribute__((noinline)) static int second(void) {
  int y[4] = {5, 6, 7, 8};
  int* volatile own = y;
  return kept[1] + own[2];
}

int main(void) {
  first();
  return second() == 7777;
}
