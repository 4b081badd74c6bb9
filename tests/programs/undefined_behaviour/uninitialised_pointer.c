// expect: memory
// lines: 7
//
// Before it is an access to a wild address.
int main(void) {
  int* p;
  *p = 1;
  return 0;
}
