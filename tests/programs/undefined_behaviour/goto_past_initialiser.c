// expect: memory
// lines: 9
//
// goto past an initialiser, which C allows.
int main(void) {
  goto inside;
  {
    int limit = 3;
    inside: if (limit == 3) return 1;
  }
  return 0;
}
