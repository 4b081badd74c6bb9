// The pseudo-random numbers of the C library are functions of their seeds.
#include "seeded.h"

int main(int argc, char** argv) {
  seed_from(argc, argv);
  unsigned own = below(1000);
  unsigned short x[3] = {(unsigned short)below(65536), (unsigned short)below(65536), (unsigned short)below(65536)};
  for (int i = 0; i < 80; ++i) switch (below(16)) {
      case 0: srand(below(5) ? below(1000000) : below(2)); break;
      case 1: srandom(below(1000000)); break;
      case 2: srand48((long)below(1000000)); break;
      case 3: {
        unsigned short y[3] = {(unsigned short)below(65536), 2, 3};
        dump(seed48(y), 6);
      } break;
      case 4: {
        unsigned short y[7] = {1, 2, (unsigned short)below(65536), 0xE66D, 0xDEEC, 5, (unsigned short)below(99)};
        if (below(4) == 0) lcong48(y);
      } break;
      case 5: printf("rand %d\n", rand()); break;
      case 6: printf("random %ld\n", random()); break;
      case 7: printf("rand_r %d\n", rand_r(&own)); break;
      case 8: printf("drand48 %a\n", drand48()); break;
      case 9: printf("erand48 %a\n", erand48(x)); break;
      case 10: printf("lrand48 %ld\n", lrand48()); break;
      case 11: printf("nrand48 %ld\n", nrand48(x)); break;
      case 12: printf("mrand48 %ld\n", mrand48()); break;
      case 13: printf("jrand48 %ld\n", jrand48(x)); break;
      default: printf("rand %d random %ld\n", rand(), random()); break;
    }
  printf("%u ", own), dump(x, 6);
  return 0;
}
