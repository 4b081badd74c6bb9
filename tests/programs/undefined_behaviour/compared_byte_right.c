// expect: verified
// assumes: nothing
//
// Copied on, and not looked at.
unsigned char kept;

int main(void) {
  unsigned char tag;
  kept = tag;
}
