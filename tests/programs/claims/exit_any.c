// expect: verified
// exit: 7
// flags: --exit-status any
//
int main(void) { return 7; }
