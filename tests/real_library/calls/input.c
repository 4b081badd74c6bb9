// Reading from an empty standard input.
#include "seeded.h"
#include <unistd.h>

int main(int argc, char** argv) {
  seed_from(argc, argv);
  for (int i = 0; i < 40; ++i) {
    char line[16] = "##########";
    int n = -7;
    errno = 0;
    switch (below(13)) {
      case 0: printf("fgetc %d", fgetc(stdin)); break;
      case 1: printf("getchar %d", getchar()); break;
      case 2: printf("fgets %d", fgets(line, 1 + (int)below(9), stdin) != NULL); break;
      case 3: printf("scanf %d", scanf("%d", &n)); break;
      case 4: printf("fscanf %d", fscanf(stdin, "%3s", line)); break;
      case 5: printf("fread %zu", fread(line, 1 + below(3), below(4), stdin)); break;
      case 6: printf("ungetc %d", ungetc(EOF, stdin)); break;
      case 7: printf("feof %d ferror %d", !!feof(stdin), !!ferror(stdin)); break;
      case 8: clearerr(stdin); break;
      case 9: {
        char* made = NULL;
        size_t room = 0;
        printf("getline %zd", getline(&made, &room, stdin));
        free(made);
      } break;
      case 10: printf("read %zd", read(0, line, below(5))); break;
      case 11: printf("getc %d fileno %d", getc(stdin), fileno(stdin)); break;
      case 12: printf("scanf %d", scanf("%c%n", line, &n)); break;
    }
    printf(" errno %d n %d '%.10s'\n", errno, n, line);
  }
  return 0;
}
