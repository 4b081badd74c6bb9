// expect: verified
// exit: 0
//
// One that does something is the program's own business; here it only counts.
static int errors;
void reach_error(void) { errors++; }
int main(void) {
  reach_error();
  return errors - 1;
}
