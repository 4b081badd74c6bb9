// Timers as poll and epoll see them (timers.c).
#pragma once
#include "world.h"

#define timer_left heddle_world_timer_left
#define timer_expired heddle_world_timer_expired
#define timer_look heddle_world_timer_look

struct timer {
  word set;
  char object;  // what setting it hands over
  long expires, interval;  // milliseconds
};
long heddle_world_time(void);
long timer_left(const struct open_file*) HIDDEN;             // -1: it is not set
int timer_expired(struct open_file*, int must) HIDDEN;       // must: it is waited for
void timer_look(struct open_file*) HIDDEN;                   // the operation
