// expect: exit
// message: the program ends with status 255
// lines: 7
//
// Only the low eight bits of what main returns reach the outside.
int main(void) {
  return -1;
}
