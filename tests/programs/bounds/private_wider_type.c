// expect: memory
// lines: 5
int main(void) {
  int narrow = 0;
  *(long *)&narrow = 5;
  return narrow - 5;
}
