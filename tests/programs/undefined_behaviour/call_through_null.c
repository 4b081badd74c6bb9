// expect: crash
// lines: 11
// signal: SIGSEGV
// message: call through a null pointer
//
static void (*handler)(int);

static void work(int n) { (void)n; }

int main(int argc, char** argv) {
  handler(argc + (argv == 0));
  handler = work;
  return 0;
}
