// expect: livelock
//
// Without side effects, so a compiler may take its end for granted.
static bool stop = false;

int main() {
  while (!stop) {
  }
  return 0;
}
