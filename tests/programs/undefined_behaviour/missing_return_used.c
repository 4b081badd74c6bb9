// expect: crash
// lines: 6
// message: function value ended without returning a value
//
// C: undefined because the caller uses the value.
int value(int n) { if (n) return 1; }

int main(void) { return value(0) == 5; }
