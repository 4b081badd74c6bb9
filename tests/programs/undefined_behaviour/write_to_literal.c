// expect: crash
// lines: 8
// signal: SIGSEGV
//
int main(void) {
  char* text = (char*)"abc";

  text[0] = 'x';
  return 0;
}
