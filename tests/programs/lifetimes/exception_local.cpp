// expect: memory
// lines: 23
// message: 'value' (4 bytes
//
// A local of a function that an exception leaves is gone, though the function has nothing to clean up. Through a
// function that is called by pointer: nothing is inlined.
static int* published;

static void fail() { throw 1; }
static void publish(void (*next)()) {
  int value = 3;
  published = &value;
  next();
}

void (*volatile chosen)(void (*)()) = publish;
void (*volatile last)() = fail;

int main() {
  try {
    chosen(last);
  } catch (int) {
    return *published == 77;
  }
}
