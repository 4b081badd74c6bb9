// expect: verified
// primitive: strcpy
// primitive: strncpy
// primitive: strcat
// primitive: strncat
// primitive: strlen
// primitive: strcmp
// primitive: strncmp
// primitive: strchr
// primitive: strrchr
// primitive: strstr
// primitive: strspn
// primitive: strcspn
// primitive: strpbrk
// primitive: strcasecmp
// exit: 0
//
// The functions of <string.h> on a thread's own text and on constant texts that are shared.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>

static const char shared[] = "shared text";

static void* worker(void* arg) {
  char mine[32];
  strcpy(mine, shared);
  strcat(mine, "!");
  strncat(mine, "??????", 2);
  assert(strcmp(mine, "shared text!??") == 0);
  assert(strlen(mine) == 14 && strnlen(mine, 5) == 5);
  assert(strncmp(mine, shared, 11) == 0 && strncmp(mine, shared, 12) != 0);
  assert(strchr(mine, 't') == mine + 7 && strrchr(mine, 't') == mine + 10);
  assert(strstr(mine, "text") == mine + 7 && !strstr(mine, "texts"));
  assert(strspn(mine, "sahr") == 4 && strcspn(mine, " ") == 6);
  assert(strpbrk(mine, "xy") == mine + 9);
  assert(strcasecmp(mine, "SHARED text!??") == 0 && strncasecmp(mine, "SHARK", 4) == 0);
  strncpy(mine, "ab", 4);
  assert(memcmp(mine, "ab\0\0ed", 6) == 0);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
