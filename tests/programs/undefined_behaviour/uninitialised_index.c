// expect: memory
// lines: 9
//
// An uninitialised variable decides an address.
static int table[4];

int main(void) {
  int i;
  return table[i & 3];
}
