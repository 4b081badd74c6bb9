// expect: crash
// lines: 9
// signal: SIGSEGV
//
struct Node { int value; struct Node* next; };

int main(void) {
  struct Node* p = 0;
  int unused = p->value;
  (void)unused;
  return 0;
}
