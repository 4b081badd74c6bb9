'use strict';
// The interleaving: time runs downwards, a lane for each thread. Where lanes are wide enough the text of a step stands in
// its lane; with many threads the lanes become rails and the text stands to their right. Only the rows in sight are in
// the document, so that thousands of steps cost nothing.

const kGutter = 44, kWideLane = 186, kBar = 7, kAhead = 400;

class Timeline {
  constructor(finding, on_choose) {
    this.finding = finding;
    this.on_choose = on_choose;
    this.unfolded = new Set();
    this.all = false;
    this.edges_shown = false;
    this.current = finding.bug_step();
    this.heads = make('div', {class: 'lanes', 'aria-hidden': 'true'});
    this.picture = draw('svg', {'aria-hidden': 'true'});
    this.rows_box = make('div', {role: 'presentation'});
    this.glow = make('div', {class: 'glow'});  // behind the current row; lines run before it, text before them
    this.canvas = make('div', {class: 'canvas', role: 'presentation'}, this.glow, this.picture, this.rows_box);
    this.element = make('div', {class: 'timeline', tabindex: '0', role: 'listbox',
                                'aria-label': `interleaving of ${counted(finding.lanes.length, 'thread', 'threads')}`},
                        this.heads, this.canvas);
    this.element.addEventListener('scroll', () => this.paint());
    this.printing = false;
  }

  // To be called once it is in the document, and when its size has changed.
  layout() {
    const room = this.element.clientWidth || 760;
    const lanes = Math.max(1, this.finding.lanes.length);
    this.narrow = (room - kGutter) / lanes < kWideLane;
    this.element.classList.toggle('narrow', this.narrow);
    this.heads.classList.toggle('narrow', this.narrow);
    this.x = [];
    let x = kGutter;
    const share = (room - kGutter - 6) / (lanes + (lanes > 1 ? .5 : 0));  // text runs over to the right: the last has more
    for (const thread of this.finding.lanes) {
      const bars = Math.min(5, this.finding.most_held.get(thread) || 0);
      const width = this.narrow ? 16 + kBar * bars : share;
      this.x.push({left: x, rail: x + 9 + kBar * bars, width, bars});
      x += width;
    }
    this.text_left = x + 14;
    this.width = this.narrow ? Math.max(room, this.text_left + 320) : room;
    this.arrange();
  }

  arrange() {
    const {rows, height} = rows_of(this.finding, this.unfolded, this.all, this.narrow);
    this.rows = rows;
    this.row_of = new Map();
    rows.forEach((row, i) => {
      if (row.step !== undefined) this.row_of.set(row.step, i);
      if (row.fold) for (let s = row.from; s < row.to; ++s) this.row_of.set(s, i);
    });
    this.height = height;
    this.canvas.style.height = `${height}px`;
    this.canvas.style.width = `${this.width}px`;
    this.picture.setAttribute('width', this.width);
    this.picture.setAttribute('height', height);
    this.paint_heads();
    this.painted = null;
    this.paint();
  }

  // Above the lanes of several processes stands the name of each.
  paint_heads() {
    this.heads.style.width = `${this.width}px`;
    const processes = this.finding.lanes.map(thread => this.finding.process_of(thread));
    const several = processes.some(process => process !== '');
    this.heads.classList.toggle('grouped', several);
    const titles = processes.flatMap((process, lane) => {
      if (process === '' || process === processes[lane - 1]) return [];
      const end = lane + processes.slice(lane).findIndex(other => other !== process);
      const {left} = this.x[lane], last = this.x[(end < lane ? this.x.length : end) - 1];
      return [make('span', {class: 'process', title: `process ${process}`, style: {
        left: `${left}px`, width: `${last.left + last.width - left - 6}px`}}, process)];
    });
    this.heads.replaceChildren(...titles, ...this.finding.lanes.map((thread, lane) => {
      const whole = this.finding.thread_name(thread);
      const name = whole.slice(whole.indexOf(':') + 1);
      const {left, rail, width} = this.x[lane];
      const shown = this.narrow && this.x.length > 1 ? name.slice(name.lastIndexOf('/') + 1).slice(0, 4) : name;
      return make('span', {class: 'thread', title: whole, style: {
        '--thread': colour(thread), left: `${this.narrow ? rail - 14 : rail - 5}px`,
        width: `${this.narrow ? 28 : width - (rail - left)}px`}}, shown === 'main' && this.narrow ? 'm' : shown);
    }));
  }

  middle(step) {
    const row = this.rows[this.row_of.get(step)];
    return row ? row.y + (row.fold ? kFoldHeight / 2 : this.narrow ? 12 : 14) : this.height;
  }

  first_row_below(y) {
    let low = 0, high = this.rows.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (this.rows[half].y + this.rows[half].height < y) low = half + 1; else high = half;
    }
    return low;
  }

  paint() {
    if (!this.rows) return;
    const top = this.printing ? 0 : this.element.scrollTop - kAhead;
    const bottom = this.printing ? this.height : this.element.scrollTop + this.element.clientHeight + kAhead;
    const first = this.first_row_below(top), last = Math.min(this.rows.length, this.first_row_below(bottom) + 1);
    const key = `${first} ${last} ${this.current} ${this.edges_shown}`;
    if (key === this.painted) return;
    this.painted = key;
    const had_focus = this.element.contains(document.activeElement) && document.activeElement !== this.element;
    this.rows_box.replaceChildren(...this.rows.slice(first, last).map(row => this.row_element(row)));
    if (had_focus) this.element.focus({preventScroll: true});
    this.paint_picture(this.rows[first], this.rows[last - 1]);
    const now = this.rows[this.row_of.get(this.current)];
    this.glow.hidden = !now || now.fold;
    if (now) Object.assign(this.glow.style, {top: `${now.y}px`, height: `${now.height}px`, width: `${this.width}px`});
    this.element.setAttribute('aria-activedescendant', `step-${this.current}`);
  }

  row_element(row) {
    const style = {top: `${row.y}px`};
    if (row.note) {
      style.left = `${Math.max(kGutter, Math.min(this.left_of_text(row.thread), this.width - text_width(row.note) - 20))}px`;
      return make('div', {class: 'switch', style, role: 'presentation', title: row.note}, row.note);
    }
    if (row.fold) {
      const text = fold_text(this.finding, row.from, row.to);
      style.left = `${this.left_of_text(this.finding.steps[row.from].thread) - 6}px`;
      return make('button', {class: 'fold', style, type: 'button', title: 'show these steps',
                             on: {click: () => this.unfold(row.from, row.to)}}, text);
    }
    return this.step_element(row, style);
  }

  left_of_text(thread) { return this.narrow ? this.text_left : this.x[this.finding.lane_of.get(thread)].rail + 14; }

  step_element(row, style) {
    const step = this.finding.steps[row.step];
    const left = this.left_of_text(step.thread);
    const at = {left: `${left}px`, 'max-width': `${Math.max(this.width - left - 8, 40)}px`};
    const several = this.finding.several_files && step.file;
    const source = [step.line ? make('b', {}, `${several ? base_name(step.file) + ':' : ''}${step.line} `) : '',
                    source_line(step.file, step.line)];
    const from = make('span', {class: 'from', title: place_text(step), style: this.narrow ? null : at}, ...source);
    const folded = step.operations > 1 ? `${step.text} (${step.operations} operations of a library call)` : step.text;
    const what = make('span', {class: 'what', title: folded, style: this.narrow ? null : at}, step.text);
    const name = this.finding.thread_name(step.thread);
    const text = this.narrow ? [make('span', {class: 'text', style: at},
                                     make('span', {class: 'who'}, name), what, from)] : [what, from];
    const classes = ['step', step.important && 'important', row.aside && 'aside', row.step === this.current && 'current'];
    return make('div', {class: classes.filter(Boolean).join(' '), id: `step-${row.step}`, role: 'option',
                        'aria-selected': String(row.step === this.current), 'aria-posinset': row.step + 1,
                        'aria-setsize': this.finding.steps.length, 'aria-label': this.spoken(row.step),
                        style: {...style, width: `${this.width}px`, height: `${row.height}px`, '--thread': colour(step.thread)},
                        on: {click: () => this.choose(row.step)}},
                make('span', {class: 'number'}, row.step + 1), ...text);
  }

  spoken(i) {
    const step = this.finding.steps[i];
    const held = (step.locks || []).length ? `, holding ${step.locks.join(', ')}` : '';
    const where = step.line ? `, ${base_name(step.file)} line ${step.line}` : '';
    return `step ${i + 1} of ${this.finding.steps.length}: ${this.finding.thread_name(step.thread)}: ${step.text}${where}${held}` +
      (step.important ? ', part of the bug' : '');
  }

  // ---- lines and marks ----

  paint_picture(first_row, last_row) {
    if (!first_row) return this.picture.replaceChildren();
    const top = first_row.y, bottom = last_row.y + last_row.height;
    const parts = [];
    const between = (from, to) => to >= top && from <= bottom;
    this.finding.lanes.forEach((thread, lane) => {
      const x = this.x[lane].rail;
      parts.push(draw('line', {class: 'rail', x1: x, x2: x, y1: top, y2: bottom, stroke: colour(thread)}));
    });
    for (const span of this.finding.held) {
      const y1 = this.middle(span.from), y2 = span.to < this.finding.steps.length ? this.middle(span.to) : this.height - 4;
      if (!between(y1, y2) || span.slot > 4) continue;
      const lane = this.x[this.finding.lane_of.get(span.thread)];
      const x = lane.rail - 7 - kBar * span.slot;
      parts.push(draw('line', {class: 'held', x1: x, x2: x, y1: Math.max(y1, top), y2: Math.max(Math.min(y2, bottom), y1 + 4),
                               stroke: lock_colour(span.colour)}));
    }
    this.paint_runs(parts, between, top, bottom);
    for (const span of this.finding.blocked) {
      const y1 = this.middle(span.from), y2 = span.to < this.finding.steps.length ? this.middle(span.to) : this.height - 4;
      if (!between(y1, y2)) continue;
      const x = this.x[this.finding.lane_of.get(span.thread)].rail;
      parts.push(draw('line', {class: 'blocked', x1: x, x2: x, y1: Math.max(y1, top), y2: Math.min(y2, bottom),
                               stroke: 'var(--bad)'}));
    }
    if (this.edges_shown) this.paint_edges(parts, between);
    this.paint_conflict(parts, between);
    for (const row of this.rows.slice(this.rows.indexOf(first_row), this.rows.indexOf(last_row) + 1))
      if (row.step !== undefined) parts.push(this.mark(row));
    this.picture.replaceChildren(arrow_head('edge-arrow', 'edge-head'), ...parts);
  }

  // A thick line where one thread does several steps in a row.
  paint_runs(parts, between, top, bottom) {
    let begin = null, end = null, thread = null;
    const close = () => {
      if (begin === null || end === begin || !between(begin, end)) return;
      const x = this.x[this.finding.lane_of.get(thread)].rail;
      parts.push(draw('line', {class: 'runs', x1: x, x2: x, y1: Math.max(begin, top), y2: Math.min(end, bottom),
                               stroke: colour(thread)}));
    };
    const low = Math.max(0, this.first_row_below(top) - 1);
    for (let i = low; i < this.rows.length && this.rows[i].y <= bottom; ++i) {
      const row = this.rows[i];
      if (row.note) continue;
      const here = row.fold ? null : this.finding.steps[row.step].thread;
      if (here !== thread || row.fold) { close(); begin = null; thread = here; }
      if (here === null) continue;
      if (begin === null) begin = this.middle(row.step);
      end = this.middle(row.step);
    }
    close();
  }

  paint_edges(parts, between) {
    for (const [from, to] of this.finding.data.edges || []) {
      const a = this.finding.steps[from], b = this.finding.steps[to];
      if (!a || !b || this.row_of.get(from) === this.row_of.get(to)) continue;
      const y1 = this.middle(from), y2 = this.middle(to);
      if (!between(y1, y2)) continue;
      const x1 = this.x[this.finding.lane_of.get(a.thread)].rail, x2 = this.x[this.finding.lane_of.get(b.thread)].rail;
      const bend = Math.min(60, Math.max(14, (y2 - y1) / 2));
      parts.push(draw('path', {class: 'edge', 'marker-end': 'url(#edge-arrow)',
                               d: `M${x1} ${y1 + 5} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 7}`}));
    }
  }

  // The two accesses of a race, which nothing orders: across in the row of the first, where no other text stands, and
  // down along the rail of the second.
  paint_conflict(parts, between) {
    const pair = this.finding.important_steps();
    const kind = this.finding.data.kind;
    if (pair.length !== 2 || (kind !== 'race' && kind !== 'discipline')) return;
    const [y1, y2] = pair.map(step => this.middle(step));
    const [x1, x2] = pair.map(step => this.x[this.finding.lane_of.get(this.finding.steps[step].thread)].rail);
    if (!between(y1, y2) || x1 === x2) return;
    const right = x2 > x1;
    const text_end = x1 + 22 + text_width(this.finding.steps[pair[0]].text);
    const begin = this.narrow || !right ? x1 + (right ? 8 : -8) : Math.min(x2 - 4, text_end);
    parts.push(draw('path', {class: 'conflict', d: `M${begin} ${y1}L${x2} ${y1}L${x2} ${y2 - 8}`}));
    if (this.narrow || kind !== 'race') return;
    const room = right ? x2 - begin : begin - x2;
    parts.push(draw('text', {class: 'conflict-text', x: right && room < 80 ? Math.max(x2, text_end) + 8 : (begin + x2) / 2, y: y1 - 5,
                             'text-anchor': right && room < 80 ? 'start' : 'middle'}, 'not ordered'));
  }

  // A circle is an access (filled: it writes), a square a lock (filled: acquired), a diamond anything between threads.
  mark(row) {
    const step = this.finding.steps[row.step];
    const x = this.x[this.finding.lane_of.get(step.thread)].rail, y = this.middle(row.step);
    const kind = step.kind || '';
    const filled = ['write', 'acquire', 'free', 'create', 'wake'].includes(kind);
    const classes = `mark ${filled ? 'filled' : 'open'}${step.important ? ' important' : ''}`;
    const style = {class: classes, stroke: colour(step.thread), fill: filled ? colour(step.thread) : null};
    const r = step.important ? 6 : 4.5;
    if (step.blocked) return draw('path', {...style, class: classes + ' open', fill: null,
                                           d: `M${x - r} ${y - r}h${2 * r}L${x - r} ${y + r}h${2 * r}z`});
    if (kind === 'acquire' || kind === 'release')
      return draw('rect', {...style, x: x - r + .5, y: y - r + .5, width: 2 * r - 1, height: 2 * r - 1, rx: 1.5});
    if (kind === 'failure') return draw('path', {class: 'mark important', d: `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`});
    if (kind === 'read' || kind === 'write' || kind === 'free') return draw('circle', {...style, cx: x, cy: y, r});
    return draw('path', {...style, d: `M${x} ${y - r - 1}l${r + 1} ${r + 1}l${-r - 1} ${r + 1}l${-r - 1} ${-r - 1}z`});
  }

  // ---- what the reader does ----

  choose(step, reveal = false) {
    this.current = step;
    const row = this.rows[this.row_of.get(step)];
    if (row && row.fold) this.unfold(row.from, row.to);
    if (reveal) this.reveal(step);
    this.paint();
    this.on_choose(step);
  }

  reveal(step, middle = false) {
    const row = this.rows[this.row_of.get(step)];
    if (!row) return;
    const head = 30, box = this.element;
    const top = row.y, bottom = row.y + row.height + head;
    if (middle || top < box.scrollTop || bottom > box.scrollTop + box.clientHeight) {
      const third = middle ? box.clientHeight * 0.45 : top < box.scrollTop ? 60 : box.clientHeight - row.height - head - 50;
      box.scrollTop = Math.max(0, top - third);
    }
  }

  // The bug and as much of what came before it as fits.
  show_bug() {
    const steps = this.finding.important_steps();
    const box = this.element, last = this.rows[this.row_of.get(this.current)];
    if (!last) return;
    const bottom = last.y + last.height + 40;
    const first = steps.length ? this.rows[this.row_of.get(steps[0])] : null;
    let top = bottom - box.clientHeight + 26;
    if (first && first.y < top && bottom - first.y < box.clientHeight) top = first.y - 30;
    box.scrollTop = Math.max(0, top);
    this.paint();
  }

  move(by) {
    const shown = this.rows.filter(row => row.step !== undefined).map(row => row.step);
    if (!shown.length) return;
    let at = shown.findIndex(step => step >= this.current);
    if (at < 0) at = shown.length - 1;
    this.choose(shown[Math.max(0, Math.min(shown.length - 1, at + by))], true);
  }

  unfold(from, to) {
    for (let i = from; i < to; ++i) this.unfolded.add(i);
    const y = this.element.scrollTop;
    this.arrange();
    this.element.scrollTop = y;
  }

  show_all(all) {
    this.all = all;
    if (!all) this.unfolded.clear();
    this.arrange();
    const row = this.rows[this.row_of.get(this.current)];
    if (row && row.fold) this.current = this.nearest_shown(this.current);
    this.reveal(this.current, true);
    this.painted = null;
    this.paint();
  }

  nearest_shown(step) {
    let best = step, distance = Infinity;
    for (const row of this.rows)
      if (row.step !== undefined && Math.abs(row.step - step) < distance) { best = row.step; distance = Math.abs(row.step - step); }
    return best;
  }

  show_edges(on) { this.edges_shown = on; this.paint(); }
  print(on) { this.printing = on; this.painted = null; this.paint(); }
}

function arrow_head(id, head) {
  return draw('defs', {}, draw('marker', {id, viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'},
                               draw('path', {d: 'M0 0L8 4L0 8z', class: head})));
}

const pen = document.createElement('canvas').getContext('2d');

function text_width(text) {
  pen.font = '550 14px system-ui, sans-serif';
  return pen.measureText(text).width;
}
