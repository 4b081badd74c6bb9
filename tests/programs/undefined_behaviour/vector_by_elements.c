// expect: verified
//
// Who sets one element of a vector reads nothing of the others.
typedef int four __attribute__((vector_size(16)));

static int last_of(int n) {
  four numbers;
  for (int i = 0; i < 4; i++) numbers[i] = n + i;
  return numbers[3];
}

int main(void) { return last_of(1) != 4; }
