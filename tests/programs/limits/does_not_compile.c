// expect: error
// message: undeclared_name
//
// A source file that clang rejects.
int main(void) { return undeclared_name; }
