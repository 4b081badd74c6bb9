// expect: memory
// lines: 15
//
// The copy of a pointer that only a search which succeeds sets.
struct Node { struct Node* next; int key; };
static struct Node last = {0, 2}, first = {&last, 1};

int main(int argc, char** argv) {
  (void)argv;
  struct Node *found, *result;
  for (struct Node* n = &first; n; n = n->next)
    if (n->key == argc + 7) found = n;
  result = found;

  return result->key;
}
