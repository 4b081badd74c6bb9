// Names that verification tools give their users beside those of SV-COMP's rules (instrument/verifier_names.cpp), for
// programs that leave the definition to the tool. A bound of a loop and the marks of a spin loop say how far to unroll, and
// what may be skipped; here loops end by themselves.
#pragma clang diagnostic ignored "-Wunused-parameter"
#include <pthread.h>

void reach_error(void);

void __VERIFIER_assert(int condition) {
  if (!condition) reach_error();
}

// Programs that call it without <assert.h>, which a compiler of C takes for a function.
void assert(int condition) {
  if (!condition) reach_error();
}

void __VERIFIER_loop_bound(int bound) {}
void __VERIFIER_loop_begin(void) {}
void __VERIFIER_spin_start(void) {}
void __VERIFIER_spin_end(int left) {}

// Which thread this is, by the number that pthread_self gives it.
unsigned __VERIFIER_tid(void) { return (unsigned)pthread_self(); }
