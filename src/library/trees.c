// Binary search trees of <search.h>. Unlike glibc's they are not balanced: which shape a tree has is nobody's business but
// that of twalk, whose depths and leaves then are those of the order of insertion. A node begins with its key.
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>

typedef int (*Compare)(const void*, const void*);

struct Node {
  const void* key;
  struct Node *left, *right;
};

// Where the node with this key hangs, or would.
static struct Node** place_of(const void* key, struct Node** at, struct Node** parent, Compare compare) {
  while (*at) {
    const int order = compare(key, (*at)->key);
    if (order == 0) break;
    if (parent) *parent = *at;
    at = order < 0 ? &(*at)->left : &(*at)->right;
  }
  return at;
}

void* tsearch(const void* key, void** root, Compare compare) {
  if (!root) return NULL;
  struct Node** at = place_of(key, (struct Node**)root, NULL, compare);
  if (*at) return *at;
  struct Node* node = malloc(sizeof *node);
  if (!node) return NULL;
  node->key = key;
  node->left = node->right = NULL;
  return *at = node;
}

void* tfind(const void* key, void* const* root, Compare compare) {
  return root ? *place_of(key, (struct Node**)root, NULL, compare) : NULL;
}

// The parent of what was deleted; of the root, which has none, anything but null.
void* tdelete(const void* key, void** root, Compare compare) {
  if (!root) return NULL;
  struct Node* parent = (struct Node*)root;
  struct Node** at = place_of(key, (struct Node**)root, &parent, compare);
  struct Node* gone = *at;
  if (!gone) return NULL;
  if (!gone->left || !gone->right) {
    *at = gone->left ? gone->left : gone->right;
  } else {  // the next in order takes its place
    struct Node** next = &gone->right;
    while ((*next)->left) next = &(*next)->left;
    struct Node* heir = *next;
    *next = heir->right;
    heir->left = gone->left;
    heir->right = gone->right;
    *at = heir;
  }
  free(gone);
  return parent;
}

static void walk(const struct Node* node, void (*action)(const void*, VISIT, int), int depth) {
  if (!node->left && !node->right) {
    action(node, leaf, depth);
    return;
  }
  action(node, preorder, depth);
  if (node->left) walk(node->left, action, depth + 1);
  action(node, postorder, depth);
  if (node->right) walk(node->right, action, depth + 1);
  action(node, endorder, depth);
}
void twalk(const void* root, void (*action)(const void*, VISIT, int)) {
  if (root && action) walk(root, action, 0);
}

static void walk_with(const struct Node* node, void (*action)(const void*, VISIT, void*), void* extra) {
  if (!node->left && !node->right) {
    action(node, leaf, extra);
    return;
  }
  action(node, preorder, extra);
  if (node->left) walk_with(node->left, action, extra);
  action(node, postorder, extra);
  if (node->right) walk_with(node->right, action, extra);
  action(node, endorder, extra);
}
void twalk_r(const void* root, void (*action)(const void*, VISIT, void*), void* extra) {
  if (root && action) walk_with(root, action, extra);
}

void tdestroy(void* root, void (*release)(void*)) {
  struct Node* node = root;
  if (!node) return;
  tdestroy(node->left, release);
  tdestroy(node->right, release);
  release((void*)node->key);
  free(node);
}
