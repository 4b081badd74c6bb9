'use strict';
// Elements of the page. Text from the program, its source and its output reaches the document through textContent and
// attributes of known names only: never as markup.

function add(parent, children) {
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== '')
      parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  return parent;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === 'style') for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else element.setAttribute(name, value === true ? '' : value);
  }
  return element;
}

function make(tag, attributes, ...children) {
  return add(set(document.createElement(tag), attributes), children);
}

function draw(tag, attributes, ...children) {
  return add(set(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes), children);
}

const kColours = 8;
const kLockColours = 6;

function colour(thread) { return `var(--t${thread % kColours})`; }
function lock_colour(index) { return `var(--l${index % kLockColours})`; }

function place_text(place) {
  if (!place.file) return '';
  return place.line ? `${place.file}:${place.line}` + (place.column ? `:${place.column}` : '') : place.file;
}

function counted(n, one, many) { return `${n} ${n === 1 ? one : many}`; }

function shortened(text, length) { return text.length > length ? text.slice(0, length - 1) + '…' : text; }
