// expect: verified
// exit: 0
// flags: --exit-status 0
//
// 256 is 0 to the outside.
int main(void) { return 256; }
