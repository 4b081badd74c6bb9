// expect: memory
// lines: 13
// message: 'left' (4 bytes
//
// The report names the variable of the block that was left, not what the library has put there meanwhile.
int main() {
  int* outside = nullptr;
  try {
    int left = 3;
    outside = &left;
    throw 1;
  } catch (int) {
    return *outside == 77;
  }
}
