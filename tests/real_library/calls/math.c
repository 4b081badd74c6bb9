// Mathematics that writes through pointers, and errno of the rest.
#include "seeded.h"
#include <fenv.h>
#include <math.h>

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 60; ++i) {
    volatile double x = PICK(((double[]){0, -0.0, 1, -1, 0.5, -2.5, 3.75, 1e10, -1e-10, 1e308, INFINITY, -INFINITY, NAN, 5e-324, 710, -745.5}));
    volatile double y = PICK(((double[]){1, 2, -3, 0.25, 0, 1000, INFINITY}));
    int n = -7;
    double a = -7, b = -7;
    errno = 0;
    switch (below(16)) {
      case 0: printf("frexp %a", frexp(x, &n)); if (isinf(x) || isnan(x)) n = 0; break;
      case 1: printf("modf %a", modf(x, &a)); break;
      case 2: printf("remquo %a", remquo(x, y, &n)); if (isinf(x) || isnan(x) || y == 0) n = 0; break;
      case 3: sincos(x, &a, &b); break;
      case 4: printf("lgamma_r %a", lgamma_r(x, &n)); break;
      case 5: printf("exp %a", exp(x)); break;
      case 6: printf("log %a", log(x)); break;
      case 7: printf("pow %a", pow(x, y)); break;
      case 8: printf("sqrt %a", sqrt(x)); break;
      case 9: printf("fmod %a", fmod(x, y)); break;
      case 10: printf("ldexp %a", ldexp(x, (int)below(2000) - 1000)); break;
      case 11: printf("acos %a", acos(x)); break;
      case 12: printf("tgamma %a", tgamma(x)); break;
      case 13: printf("atan2 %a hypot %a", atan2(x, y), hypot(x, y)); break;
      case 14: printf("%d %d %d %d", fpclassify(x), !!signbit(x), ilogb(x) > 0, (int)lrint(y > 1e9 ? 1 : y)); break;
      case 15: {
        float f = -7;
        printf("modff %a", (double)modff((float)x, &f)), a = f;
      } break;
    }
    printf(" %a %a n %d %a %a errno %d\n", x, y, n, a, b, errno);
  }
  return 0;
}
