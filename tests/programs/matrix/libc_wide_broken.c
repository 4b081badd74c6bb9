// expect: race on text
// lines: 12, 16
// primitive: <wchar.h>
//
// A wide text is read while it is written.
#include <pthread.h>
#include <wchar.h>

static wchar_t text[8] = L"ab";

static void* reader(void* arg) {
  return wcslen(text) ? arg : NULL;
}

static void* writer(void* arg) {
  wcscpy(text, L"c");
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, writer, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
