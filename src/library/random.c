// Pseudo-random numbers, the same as glibc's. The states are variables of the program: rand and the functions of the
// drand48 family that have no state of their own need not be thread-safe (C 7.24.2.1, POSIX 2.9.1), so two threads that
// call them race. random and its kin are thread-safe: a lock protects the state that they share with rand.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

#include "real.h"

// ---- rand, random: r[i] = r[i-3] + r[i-31], started from a seed by a multiplicative generator ----
enum { kWords = 31, kSeparation = 3, kDiscarded = 310 };
static struct {
  uint32_t words[kWords];
  uint32_t front;  // where the oldest word r[i-31] is
  int seeded;
} random_state;
static pthread_mutex_t random_lock = PTHREAD_MUTEX_INITIALIZER;

static int next_number(void);

static void seed(unsigned value) {
  int64_t word = value == 0 ? 1 : (int32_t)value;
  for (int i = 0; i < kWords; i++) {
    random_state.words[i] = (uint32_t)word;
    word = (int64_t)(int32_t)word * 16807 % 2147483647;
    if (word < 0) word += 2147483647;
  }
  random_state.front = kSeparation;
  random_state.seeded = 1;
  for (int i = 0; i < kDiscarded; i++) (void)next_number();
}

static int next_number(void) {
  if (!random_state.seeded) seed(1);
  const uint32_t front = random_state.front;
  random_state.words[front] += random_state.words[(front + kWords - kSeparation) % kWords];
  random_state.front = (front + 1) % kWords;
  return (int)(random_state.words[front] >> 1);
}

int rand(void) { return next_number(); }
void srand(unsigned value) { seed(value); }
long random(void) {
  pthread_mutex_lock(&random_lock);
  const int number = next_number();
  pthread_mutex_unlock(&random_lock);
  return number;
}
void srandom(unsigned value) {
  pthread_mutex_lock(&random_lock);
  seed(value);
  pthread_mutex_unlock(&random_lock);
}

int rand_r(unsigned* state) {
  uint32_t next = *state * 1103515245u + 12345u;
  uint32_t result = next / 65536 % 2048;
  for (int i = 0; i < 2; i++) {
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
  }
  *state = next;
  return (int)result;
}

// ---- the drand48 family: x = a x + c modulo 2^48 ----
static uint64_t drand48_state;
static uint64_t drand48_factor = 0x5DEECE66Dull, drand48_addend = 0xB;
static const uint64_t k48 = ((uint64_t)1 << 48) - 1;

static uint64_t packed(const unsigned short x[3]) { return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0]; }
static void unpack(uint64_t value, unsigned short x[3]) {
  for (int i = 0; i < 3; i++) x[i] = (unsigned short)(value >> (16 * i));
}
static uint64_t advanced(uint64_t x) { return (x * drand48_factor + drand48_addend) & k48; }
static uint64_t advance_own(unsigned short x[3]) {
  const uint64_t next = advanced(packed(x));
  unpack(next, x);
  return next;
}
static uint64_t advance_shared(void) { return drand48_state = advanced(drand48_state); }

static double real_number(uint64_t x) { return (double)x / (double)(k48 + 1); }
static long positive(uint64_t x) { return (long)(x >> 17); }
static long any_sign(uint64_t x) { return (int32_t)(x >> 16); }

double drand48(void) { return real_number(advance_shared()); }
double erand48(unsigned short x[3]) { return real_number(advance_own(x)); }
long lrand48(void) { return positive(advance_shared()); }
long nrand48(unsigned short x[3]) { return positive(advance_own(x)); }
long mrand48(void) { return any_sign(advance_shared()); }
long jrand48(unsigned short x[3]) { return any_sign(advance_own(x)); }

static void set48(uint64_t state) {
  drand48_state = state;
  drand48_factor = 0x5DEECE66Dull;
  drand48_addend = 0xB;
}
void srand48(long value) { set48((uint64_t)(uint32_t)value << 16 | 0x330E); }
unsigned short* seed48(unsigned short x[3]) {
  static unsigned short before[3];
  unpack(drand48_state, before);
  set48(packed(x));
  return before;
}
void lcong48(unsigned short values[7]) {
  drand48_state = packed(values);
  drand48_factor = packed(values + 3);
  drand48_addend = values[6];
}

// With a state of the caller's own. The library computes; the state is all that it keeps.
#define WITH_OWN(name, result)                                                                  \
  int real_##name(struct drand48_data*, result*) HEDDLE_REAL(#name);                            \
  int name(struct drand48_data* own, result* out) {                                             \
    result value;                                                                               \
    const int error = real_##name(own, &value);                                                 \
    touched_written(own, sizeof *own);                                                          \
    *out = value;                                                                               \
    return error;                                                                               \
  }
WITH_OWN(drand48_r, double)
WITH_OWN(lrand48_r, long)
WITH_OWN(mrand48_r, long)
int real_srand48_r(long, struct drand48_data*) HEDDLE_REAL("srand48_r");
int srand48_r(long value, struct drand48_data* own) {
  const int error = real_srand48_r(value, own);
  touched_written(own, sizeof *own);
  return error;
}

// ---- what the system calls random: other numbers for each thread, the same in every execution ----
unsigned heddle_draw(void);
static void draw(void* out, size_t size) {
  char* const to = out;
  for (size_t i = 0; i < size; i++) to[i] = (char)(heddle_draw() >> 8);
}
ssize_t getrandom(void* out, size_t size, unsigned flags) {
  if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
    errno = EINVAL;
    return -1;
  }
  draw(out, size);
  return (ssize_t)size;
}
int getentropy(void* out, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  draw(out, size);
  return 0;
}
uint32_t arc4random(void) { return heddle_draw(); }
void arc4random_buf(void* out, size_t size) { draw(out, size); }
uint32_t arc4random_uniform(uint32_t bound) { return bound < 2 ? 0 : heddle_draw() % bound; }
