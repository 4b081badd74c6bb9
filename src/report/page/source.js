'use strict';
// The source beside the timeline: the line where every thread stands, and the current one. The text is in the data, as
// pieces [number of the first line, lines].

const sources = new Map();  // file -> Map(number -> text)

function take_sources(data) {
  for (const [file, pieces] of Object.entries(data)) {
    const lines = new Map();
    for (const [first, texts] of pieces) texts.forEach((text, i) => lines.set(first + i, text));
    sources.set(file, lines);
  }
}

function source_line(file, line) {
  const lines = sources.get(file);
  return lines && lines.has(line) ? lines.get(line).trim() : '';
}

function base_name(path) { return path.slice(path.lastIndexOf('/') + 1); }

const kWords = new Set(('alignas alignof and asm auto bool break case catch char class co_await co_return co_yield concept const ' +
  'consteval constexpr constinit const_cast continue decltype default delete do double dynamic_cast else enum explicit export ' +
  'extern false final float for friend goto if inline int long mutable namespace new noexcept not nullptr operator or override ' +
  'private protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert ' +
  'static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using virtual ' +
  'void volatile wchar_t while _Atomic _Bool _Thread_local').split(' '));

// Words, strings, numbers and comments of one line in their colours. `inside` says whether a comment goes on from the
// line before; returns whether it goes on to the next.
function colour_line(into, text, inside) {
  const put = (part, kind) => into.append(kind ? make('span', {class: kind}, part) : document.createTextNode(part));
  let at = 0;
  if (inside) {
    const end = text.indexOf('*/');
    put(end < 0 ? text : text.slice(0, end + 2), 'cm');
    if (end < 0) return true;
    at = end + 2;
  } else if (/^\s*#/.test(text)) {
    const comment = text.search(/\/[/*]/);
    put(comment < 0 ? text : text.slice(0, comment), 'pp');
    if (comment < 0) return false;
    at = comment;
  }
  const token = /\/\/.*|\/\*|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[A-Za-z_]\w*|\d[\w.']*|\s+|./gy;
  while (at < text.length) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) { put(text.slice(at), ''); break; }
    const part = found[0];
    at = token.lastIndex;
    if (part === '/*') {
      const end = text.indexOf('*/', at);
      put('/*' + (end < 0 ? text.slice(at) : text.slice(at, end + 2)), 'cm');
      if (end < 0) return true;
      at = end + 2;
    } else if (part.startsWith('//')) put(part, 'cm');
    else if (part[0] === '"' || part[0] === "'") put(part, 'st');
    else if (kWords.has(part)) put(part, 'kw');
    else if (/^\d/.test(part)) put(part, 'nu');
    else put(part, '');
  }
  return false;
}

class SourceView {
  constructor(finding, on_line, more = []) {
    this.finding = finding;
    this.on_line = on_line;
    this.more = more;  // {title, content}
    this.files = this.files_used();
    this.bad = new Set([finding.data, ...(finding.data.accesses || []), ...(finding.data.cycle || [])]
      .filter(place => place.file).map(place => `${place.file}:${place.line}`));
    this.used = new Map();  // file:line -> steps
    finding.steps.forEach((step, i) => {
      const key = `${step.file}:${step.line}`;
      if (!this.used.has(key)) this.used.set(key, []);
      this.used.get(key).push(i);
    });
    this.tabs = make('div', {class: 'tabs', role: 'tablist', 'aria-label': 'source files'});
    this.box = make('div', {class: 'source', tabindex: '0', 'aria-label': 'source'});
    this.element = [make('div', {class: 'bar'}, this.tabs), this.box];
  }

  files_used() {
    const files = new Set();
    const take = place => { if (place && place.file && sources.has(place.file)) files.add(place.file); };
    take(this.finding.data);
    this.finding.steps.forEach(take);
    (this.finding.data.accesses || []).forEach(take);
    return [...files];
  }

  paint_tabs(now) {
    const tab = (label, title, action) => make('button', {type: 'button', role: 'tab', title, 'aria-selected': String(title === now),
                                                          on: {click: action}}, label);
    this.tabs.replaceChildren(...this.files.map(name => tab(base_name(name), name, () => { this.show_file(name); this.show(this.at, false); })),
                              ...this.more.map(other => tab(other.title, other.title, () => this.show_other(other))));
  }

  show_other(other) {
    this.file = null;
    this.rows = new Map();
    this.marked = [];
    this.paint_tabs(other.title);
    this.box.replaceChildren(make('div', {class: 'other'}, ...other.content()));
    this.box.scrollTop = 0;
  }

  show_file(file) {
    if (this.file === file) return;
    this.file = file;
    this.paint_tabs(file);
    this.rows = new Map();
    this.marked = [];
    const children = [];
    let inside = false, before = 0;
    for (const [number, text] of sources.get(file) || []) {
      if (number !== before + 1) { children.push(make('div', {class: 'gap'}, '⋯')); inside = false; }
      before = number;
      const key = `${file}:${number}`;
      const who = make('span', {class: 'who'}), code = make('span', {class: 'text'});
      inside = colour_line(code, text, inside);
      const steps = this.used.get(key);
      const row = make('div', {class: `row${steps ? ' used' : ''}${this.bad.has(key) ? ' bad' : ''}`,
                               on: steps ? {click: () => this.on_line(steps)} : null},
                       make('span', {class: 'no'}, number), who, code);
      this.rows.set(number, {row, who});
      children.push(row);
    }
    this.box.replaceChildren(...children);
  }

  // After step `at`: a mark for each thread at its line; the current line in sight.
  show(at, follow = true) {
    this.at = at;
    const step = this.finding.steps[at] || this.finding.data;
    if (follow && sources.has(step.file)) this.show_file(step.file);
    if (!this.file && this.files.length) this.show_file(this.files[0]);
    for (const {row, who} of this.marked || []) {
      row.classList.remove('here', 'current');
      row.style.removeProperty('--thread');
      who.replaceChildren();
    }
    this.marked = [];
    const marks = [...this.finding.last_steps(at)].sort((a, b) => b[1] - a[1]);
    for (const [thread, i] of marks) {
      const place = this.finding.steps[i];
      const line = place.file === this.file ? this.rows.get(place.line) : null;
      if (!line) continue;
      line.who.append(make('span', {class: 'tag', title: this.finding.thread_name(thread), style: {'--thread': colour(thread)}},
                           this.tag(thread, line.who.childElementCount > 0)));
      if (line.who.childElementCount > 1) [...line.who.children].forEach(tag => { tag.textContent = this.tag_end(tag.title); });
      if (i !== at) line.row.classList.add('here');
      else line.row.classList.add('current');
      if (!line.row.style.getPropertyValue('--thread')) line.row.style.setProperty('--thread', colour(thread));
      this.marked.push(line);
    }
    for (const {who} of new Set(this.marked)) this.fit_tags(who);
    const here = step.file === this.file ? this.rows.get(step.line) : null;
    if (here && !this.finding.steps.length) { here.row.classList.add('current'); this.marked.push(here); }
    if (here && follow) this.reveal(here.row);
  }

  // Several threads at one line share the room.
  tag(thread, short) {
    const name = this.finding.thread_name(thread);
    return short || name.length > 8 ? this.tag_end(name) : name;
  }

  tag_end(name) {
    if (name.endsWith(':main')) return name.slice(0, -5).slice(0, 8);
    return name.includes('/') ? name.slice(name.lastIndexOf('/')).slice(0, 5) : name.slice(0, 4);
  }

  // Where more than two are at one line: the first, and how many others.
  fit_tags(who) {
    const others = [...who.children].slice(1);
    if (others.length < 2) return;
    const names = others.map(tag => tag.title).join(', ');
    others.forEach(tag => tag.remove());
    who.append(make('span', {class: 'tag', title: names, style: {'--thread': 'var(--quiet)'}}, `+${others.length}`));
  }

  reveal(row) {
    const box = this.box, top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60)
      box.scrollTop = Math.max(0, top - box.clientHeight / 2);
  }
}
