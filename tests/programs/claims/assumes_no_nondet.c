// expect: verified
// assumes: nothing
// flags: --nondet 5
//
// The option alone is no assumption: the program asks for no input.
int main(void) { return 0; }
