// expect: verified
// assumes: uninitialised memory reads as zero
//
// A copy of a copy that ends in memory is what the guide says of memory: it reads as zero, and the verdict says so.
static int kept;

int main(void) {
  int d, e = d;
  kept = e;
  return kept != 0;
}
