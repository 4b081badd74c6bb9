// expect: verified
// primitive: <wchar.h>
// exit: 0
//
// Wide characters: what is common, in the C locale.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static const wchar_t shared[] = L"wide text";

static void* worker(void* arg) {
  wchar_t mine[32], *end;
  wcscpy(mine, shared);
  wcscat(mine, L"!");
  assert(wcslen(mine) == 10 && wcscmp(mine, L"wide text!") == 0 && wcsncmp(mine, shared, 9) == 0);
  assert(wcschr(mine, L't') == mine + 5 && wcsrchr(mine, L't') == mine + 8 && wcsstr(mine, L"text") == mine + 5);
  wcsncpy(mine, L"ab", 4);
  assert(mine[2] == 0 && mine[3] == 0 && mine[4] == L' ');
  wmemset(mine, L'x', 3);
  assert(wmemcmp(mine, L"xxx", 3) == 0 && wmemchr(mine, 0, 4) == mine + 3);
  assert(wcstol(L"42x", &end, 10) == 42 && *end == L'x');
  assert(mbstowcs(mine, "narrow", 32) == 6 && wcscmp(mine, L"narrow") == 0);
  char narrow[16];
  assert(wcstombs(narrow, mine, sizeof narrow) == 6 && narrow[0] == 'n');
  assert(iswalpha(L'a') && towupper(L'a') == L'A');
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
