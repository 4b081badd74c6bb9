// expect: verified
// exit: 7
// flags: --property "race,deadlock,assertion" --exit-status 0
//
// Whoever does not ask for the kind gets what there was before.
int main(void) { return 7; }
