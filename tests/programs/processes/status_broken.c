// expect: exit
// message: status_broken-2 ends with status 3
// process: status_broken.c
// process: status_broken.c -DWRONG
//
// Each process has a status of its own.
static int status;
int main(void) {
#ifdef WRONG
  status = 3;
#endif
  return status;
}
