// For the programs of this folder. argv[1] seeds the choices that make the program; argv[2], only natively, seeds pauses
// between its operations. Every program prints one line at its end: the outcome.
#pragma once
#include <stdlib.h>
#include <unistd.h>

#include "../../real_library/calls/seeded.h"

static bool dawdles;
static unsigned long pauses;

// Somewhere between two operations of thread `who`.
static void dawdle(unsigned who) {
  if (!dawdles) return;
  thread_local unsigned long state = 0;
  if (state == 0) state = pauses + who * 7919 + 1;
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  const unsigned long r = state >> 40;
  if (r % 3 != 0) usleep(static_cast<unsigned>(r % 400));
}

static void start(int argc, char** argv) {
  seed_from(argc, argv);
  dawdles = argc > 2;
  if (dawdles) pauses = strtoul(argv[2], nullptr, 10) * 0x9e3779b97f4a7c15ul;
}
