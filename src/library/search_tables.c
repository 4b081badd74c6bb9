// Hash tables and queues of <search.h>. The tables are glibc's in what a caller can tell: how many entries they take, and
// that entries stay where they are. Their memory is the program's; the table without a name is a variable that threads
// share (POSIX does not make hsearch thread-safe).
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

// The element of a table; hsearch_data says how many there are. An empty one has no key.
static ENTRY* entries_of(const struct hsearch_data* table) { return (ENTRY*)(void*)table->table; }

static int is_prime(size_t n) {
  for (size_t d = 3; d * d <= n; d += 2)
    if (n % d == 0) return 0;
  return 1;
}

int hcreate_r(size_t wanted, struct hsearch_data* table) {
  if (table == NULL) {
    errno = EINVAL;
    return 0;
  }
  if (table->table != NULL) return 0;
  size_t size = (wanted < 3 ? 3 : wanted) | 1;
  while (!is_prime(size)) size += 2;
  table->size = (unsigned)size;
  table->filled = 0;
  table->table = calloc(size + 1, sizeof(ENTRY));
  return table->table != NULL;
}
void hdestroy_r(struct hsearch_data* table) {
  if (table == NULL) {
    errno = EINVAL;
    return;
  }
  free(table->table);
  table->table = NULL;
}
int hsearch_r(ENTRY item, ACTION action, ENTRY** found, struct hsearch_data* table) {
  ENTRY* const entries = entries_of(table);
  unsigned hash = (unsigned)strlen(item.key);
  for (const char* c = item.key; *c; c++) hash = hash * 16 + (unsigned char)*c;
  for (unsigned i = 0; i < table->size; i++) {
    ENTRY* const entry = &entries[1 + (hash + i) % table->size];
    if (entry->key == NULL) {
      if (action == FIND) break;
      *entry = item;
      table->filled++;
      *found = entry;
      return 1;
    }
    if (strcmp(entry->key, item.key) == 0) {
      *found = entry;
      return 1;
    }
  }
  errno = action == ENTER ? ENOMEM : ESRCH;
  *found = NULL;
  return 0;
}

static struct hsearch_data shared_table;
int hcreate(size_t wanted) { return hcreate_r(wanted, &shared_table); }
void hdestroy(void) { hdestroy_r(&shared_table); }
ENTRY* hsearch(ENTRY item, ACTION action) {
  ENTRY* found;
  hsearch_r(item, action, &found, &shared_table);
  return found;
}

// Elements of a queue begin with two pointers: to the next and to the one before.
struct element {
  struct element *next, *before;
};
void insque(void* element, void* after) {
  struct element *const e = element, *const p = after;
  if (p == NULL) {
    e->next = e->before = NULL;
    return;
  }
  struct element* const next = p->next;
  p->next = e;
  e->before = p;
  e->next = next;
  if (next != NULL) next->before = e;
}
void remque(void* element) {
  struct element *const e = element, *const next = e->next, *const before = e->before;
  if (next != NULL) next->before = before;
  if (before != NULL) before->next = next;
}
