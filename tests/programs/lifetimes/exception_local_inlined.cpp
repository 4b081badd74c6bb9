// expect: memory
// lines: 22
// message: 'value' (4 bytes
//
// The same where the function becomes part of its caller, and the pointer is written through.
static int* published;

static inline void fail(bool really) {
  if (really) throw 1;
}
static inline void publish(bool really) {
  int value = 3;
  published = &value;
  fail(really);
}

int main(int count, char**) {
  try {
    publish(count > 0);
  } catch (int) {
  }
  *published = 5;
}
