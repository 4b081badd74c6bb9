// GAsyncQueue: one thread pushes, the other waits. The library exists compiled only: its calls are named.
// package: libglib2.0-dev
// header: glib-2.0/glib.h
// flags: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include -lglib-2.0
// expect: inconclusive
#include <assert.h>
#include <glib.h>

static gpointer produce(gpointer queue) {
  g_async_queue_push(queue, GINT_TO_POINTER(1));
  g_async_queue_push(queue, GINT_TO_POINTER(2));
  return NULL;
}

int main(void) {
  GAsyncQueue* queue = g_async_queue_new();
  GThread* thread = g_thread_new("producer", produce, queue);
  const int first = GPOINTER_TO_INT(g_async_queue_pop(queue));
  const int second = GPOINTER_TO_INT(g_async_queue_pop(queue));
  g_thread_join(thread);
  assert(first == 1 && second == 2);
  g_async_queue_unref(queue);
}
