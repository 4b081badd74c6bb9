'use strict';
// A deadlock as a picture: each thread waits for something that the next one holds.

const kNodeWidth = 134, kNodeHeight = 36, kRoomForWords = 52;

function point(i, n, rx, ry, cx, cy) {
  const angle = Math.PI + 2 * Math.PI * i / n;
  return {x: cx + rx * Math.cos(angle), y: cy + ry * Math.sin(angle)};
}

// From the border of one box to that of the other.
function clipped(from, to) {
  const dx = to.x - from.x, dy = to.y - from.y;
  const cut = box => Math.min(box.w / 2 / Math.max(Math.abs(dx), .01), box.h / 2 / Math.max(Math.abs(dy), .01), .5);
  const a = cut(from), b = cut(to), length = Math.hypot(dx, dy) || 1;
  return {x1: from.x + dx * a, y1: from.y + dy * a, x2: to.x - dx * b - dx / length * 5, y2: to.y - dy * b - dy / length * 5};
}

function cycle_picture(finding, on_thread) {
  const cycle = finding.data.cycle || [];
  if (!cycle.length || cycle.length > 12) return null;
  const nodes = [], edges = [];
  cycle.forEach((wait, i) => {
    nodes.push({thread: wait.thread, text: wait.thread, small: place_text({file: base_name(wait.file || ''), line: wait.line}), wait});
    const next = cycle[(i + 1) % cycle.length];
    if (wait.wants !== next.thread) nodes.push({lock: wait.wants_name || wait.wants, text: wait.wants_name || wait.wants});
  });
  nodes.forEach((node, i) => edges.push({from: node, to: nodes[(i + 1) % nodes.length], waits: !node.lock}));
  const n = nodes.length;
  const rx = n <= 4 ? 150 : 180, ry = n <= 4 ? 62 : Math.min(150, 40 + 14 * n);
  const width = 2 * rx + kNodeWidth + 16, height = 2 * ry + kNodeHeight + 20, cx = width / 2, cy = height / 2;
  nodes.forEach((node, i) => Object.assign(node, point(i, n, rx, ry, cx, cy),
                                           {w: node.lock ? Math.min(150, 26 + 7 * Math.min(node.lock.length, 20)) : kNodeWidth,
                                            h: node.lock ? 24 : kNodeHeight}));
  const sentence = cycle.map(wait => `${wait.thread} holds ${(wait.shown_holds || wait.holds || []).join(', ') || 'nothing'} and waits for ` +
                                     `${wait.wants_name || wait.wants}`).join('; ');
  const picture = draw('svg', {class: 'picture', viewBox: `0 0 ${width} ${height}`, width: Math.min(width, 440), role: 'img',
                               'aria-label': `wait-for cycle: ${sentence}`},
                       arrow_head('wait-arrow', 'wait-head'), arrow_head('held-arrow', 'held-head'));
  for (const {from, to, waits} of edges) picture.append(arrow(from, to, waits, n === 1 || from === to));
  for (const node of nodes) picture.append(node_element(node, finding, on_thread));
  return picture;
}

function arrow(from, to, waits, loop) {
  const marker = {class: waits ? 'wait' : 'held', 'marker-end': `url(#${waits ? 'wait' : 'held'}-arrow)`};
  const group = draw('g', {});
  if (loop) {
    group.append(draw('path', {...marker, d: `M${from.x + 20} ${from.y - from.h / 2} C${from.x + 50} ${from.y - 70} ${from.x - 50} ${from.y - 70} ${from.x - 20} ${from.y - from.h / 2 - 3}`}));
    return group;
  }
  const line = clipped(from, to);
  group.append(draw('line', {...marker, ...line}));
  if (Math.hypot(line.x2 - line.x1, line.y2 - line.y1) < kRoomForWords) return group;  // the colours say it too
  const x = (line.x1 + line.x2) / 2, y = (line.y1 + line.y2) / 2;
  group.append(draw('text', {class: 'small', x, y: y - 5, 'text-anchor': 'middle'}, waits ? 'waits for' : 'held by'));
  return group;
}

function node_element(node, finding, on_thread) {
  const left = node.x - node.w / 2, top = node.y - node.h / 2;
  const group = draw('g', {}, draw('title', {}, node.text));
  if (node.lock) {
    group.append(draw('rect', {class: 'lock', x: left, y: top, width: node.w, height: node.h, rx: 12}),
                 draw('text', {x: node.x, y: node.y + 4, 'text-anchor': 'middle'}, shortened(node.text, 20)));
    return group;
  }
  const thread = finding.thread_index(node.thread);
  group.append(draw('rect', {class: 'node', x: left, y: top, width: node.w, height: node.h, rx: 7, stroke: colour(thread)}),
               draw('text', {x: node.x, y: node.y - 2, 'text-anchor': 'middle', 'font-weight': 650}, shortened(node.text, 17)),
               draw('text', {class: 'small', x: node.x, y: node.y + 12, 'text-anchor': 'middle'}, shortened(node.small, 24)));
  set(group, {tabindex: '0', role: 'button', 'aria-label': `go to the wait of ${node.thread}`,
              on: {click: () => on_thread(thread), keydown: event => { if (event.key === 'Enter') on_thread(thread); }}});
  return group;
}
