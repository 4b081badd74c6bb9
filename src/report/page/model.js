'use strict';
// What the views ask about one finding: its steps, who holds which lock when, who is blocked from where to where, what
// the shared variables are at a step. Steps are numbered from 0 as in the data.

class Finding {
  constructor(data) {
    this.data = data;
    this.steps = data.steps || [];
    this.threads = data.threads || [];
    this.index_of_thread = new Map(this.threads.map((name, i) => [name, i]));
    this.lanes = this.lanes_used();
    this.lane_of = new Map(this.lanes.map((thread, lane) => [thread, lane]));
    this.lock_names = [];
    this.held = this.spans_of_locks();
    this.blocked = this.spans_of_waits();
    this.snapshots = this.values_now_and_then();
  }

  thread_name(thread) { return this.threads[thread] || `thread ${thread}`; }
  thread_index(name) { return this.index_of_thread.has(name) ? this.index_of_thread.get(name) : 7; }

  lanes_used() {
    const used = new Set(this.steps.map(step => step.thread));
    const groups = [...new Set(this.threads.map((name, thread) => this.process_of(thread)))];
    const group = thread => groups.indexOf(this.process_of(thread));
    return [...used].sort((a, b) => group(a) - group(b) || a - b);
  }

  // "server" of server:main/1; nothing where there is one process, and for the kernel.
  process_of(thread) {
    const name = this.thread_name(thread);
    return name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
  }

  lock_index(name) {
    let index = this.lock_names.indexOf(name);
    if (index < 0) index = this.lock_names.push(name) - 1;
    return index;
  }

  // {thread, lock, from, to, slot}: `locks` of a step are those held after it. The slot is the bar's place beside the rail.
  spans_of_locks() {
    const spans = [];
    const open = new Map();  // thread -> Map(lock -> span)
    this.most_held = new Map();
    this.steps.forEach((step, i) => {
      if (!open.has(step.thread)) open.set(step.thread, new Map());
      const mine = open.get(step.thread);
      const now = step.locks || [];
      for (const [lock, span] of mine)
        if (!now.includes(lock)) { span.to = i; mine.delete(lock); }
      for (const lock of now)
        if (!mine.has(lock)) {
          const taken = new Set([...mine.values()].map(span => span.slot));
          let slot = 0;
          while (taken.has(slot)) ++slot;
          const span = {thread: step.thread, lock, colour: this.lock_index(lock), from: i, to: this.steps.length, slot};
          mine.set(lock, span);
          spans.push(span);
          this.most_held.set(step.thread, Math.max(this.most_held.get(step.thread) || 0, slot + 1));
        }
    });
    return spans;
  }

  // {thread, from, to}: from the step where it is blocked to the one with which it goes on, or beyond the end.
  spans_of_waits() {
    return this.steps.flatMap((step, i) => step.blocked
      ? [{thread: step.thread, from: i, to: step.until === undefined ? this.steps.length : step.until}] : []);
  }

  // Values of variables before every 256th step, so that any step is reached in a moment.
  values_now_and_then() {
    const snapshots = [];
    const values = new Map();
    this.steps.forEach((step, i) => {
      if (i % 256 === 0) snapshots.push(new Map(values));
      this.apply(step, i, values);
    });
    return snapshots;
  }

  apply(step, i, values) {
    if (!step.object || step.value === undefined || (step.kind !== 'read' && step.kind !== 'write')) return;
    const before = values.get(step.object);
    const changed = !before || before.value !== step.value;
    values.set(step.object, {value: step.value, by: step.thread, at: changed ? i : before.at, seen: i});
  }

  // name -> {value, by, at, seen} after step `at`.
  values_after(at) {
    const begin = Math.floor(at / 256);
    const values = new Map(this.snapshots[begin] || []);
    for (let i = begin * 256; i <= at && i < this.steps.length; ++i) this.apply(this.steps[i], i, values);
    return values;
  }

  // The last step of each thread up to `at`: thread -> index.
  last_steps(at) {
    const last = new Map();
    for (let i = Math.min(at, this.steps.length - 1); i >= 0 && last.size < this.lanes.length; --i)
      if (!last.has(this.steps[i].thread)) last.set(this.steps[i].thread, i);
    return last;
  }

  // The locks that the thread of step `i` held before it.
  locks_before(i) {
    for (let k = i - 1; k >= 0; --k) if (this.steps[k].thread === this.steps[i].thread) return this.steps[k].locks || [];
    return [];
  }

  // Where the bug shows: the last step that is part of it.
  bug_step() {
    for (let i = this.steps.length - 1; i >= 0; --i) if (this.steps[i].important) return i;
    return Math.max(0, this.steps.length - 1);
  }

  important_steps() {
    const found = [];
    this.steps.forEach((step, i) => { if (step.important) found.push(i); });
    return found;
  }
}

// The rows of the timeline: steps, runs of steps that are folded, and why the thread changed.
const kStepHeight = 44, kNarrowHeight = 24, kFoldHeight = 26, kSwitchHeight = 19;

function rows_of(finding, unfolded, all, narrow) {
  const rows = [];
  let y = 4;
  const put = (row, height) => { rows.push({...row, y, height}); y += height; };
  const steps = finding.steps, left_out = finding.data.left_out;
  for (let i = 0; i < steps.length;) {
    const aside = !steps[i].relevant && !steps[i].important;
    if (aside && !all && !unfolded.has(i)) {
      let end = i;
      while (end < steps.length && !steps[end].relevant && !steps[end].important && !unfolded.has(end)) ++end;
      put({fold: true, from: i, to: end}, kFoldHeight);
      i = end;
      continue;
    }
    if (left_out && left_out.before === i) put({note: `${left_out.steps} steps are left out here`, thread: steps[i].thread}, kSwitchHeight);
    if (steps[i].switch) put({note: steps[i].switch, thread: steps[i].thread}, kSwitchHeight);
    put({step: i, aside}, narrow ? kNarrowHeight : kStepHeight);
    ++i;
  }
  return {rows, height: y + 4};
}

function fold_text(finding, from, to) {
  const counts = new Map();
  for (let i = from; i < to; ++i) counts.set(finding.steps[i].thread, (counts.get(finding.steps[i].thread) || 0) + 1);
  const parts = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3).map(([t, n]) => counts.size === 1
    ? `${counted(n, 'step', 'steps')} of ${finding.thread_name(t)}` : `${n} of ${finding.thread_name(t)}`);
  if (counts.size === 1) return `… ${parts[0]}`;
  return `… ${to - from} steps: ${parts.join(', ')}${counts.size > 3 ? ', …' : ''}`;
}
