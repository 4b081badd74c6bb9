// The red-black tree behind std::map and std::set. libstdc++ keeps these functions compiled in its shared object, where
// no hook would see the nodes they read and write; this version is compiled with the program instead.
//
// The tree has a header node outside the order: parent = root, left = smallest, right = largest node; an empty tree's
// header points to itself (parent null). Insertion and removal are the textbook algorithms (Cormen et al., chapter 13),
// written once for both directions with a pair of member pointers.
#include <map>

namespace {

using Node = std::_Rb_tree_node_base;
using Side = Node* Node::*;
constexpr Side kLeft = &Node::_M_left;
constexpr Side kRight = &Node::_M_right;

Side other(Side side) noexcept { return side == kLeft ? kRight : kLeft; }
bool is_red(const Node* node) noexcept { return node && node->_M_color == std::_S_red; }

Node* outermost(Node* node, Side side) noexcept {
  while (node->*side) node = node->*side;
  return node;
}

// Whoever points to `node` from above points to `now` instead.
void replace_in_parent(Node* node, Node* now, Node& header) noexcept {
  Node* parent = node->_M_parent;
  if (parent == &header)
    header._M_parent = now;
  else if (parent->_M_left == node)
    parent->_M_left = now;
  else
    parent->_M_right = now;
}

// `node` goes down towards `side`, its child from the other side takes its place.
void rotate(Node* node, Side side, Node& header) noexcept {
  Node* child = node->*other(side);
  Node* inner = child->*side;
  node->*other(side) = inner;
  if (inner) inner->_M_parent = node;
  replace_in_parent(node, child, header);
  child->_M_parent = node->_M_parent;
  child->*side = node;
  node->_M_parent = child;
}

void rebalance_after_insertion(Node* node, Node& header) noexcept {
  while (node != header._M_parent && is_red(node->_M_parent)) {
    Node* parent = node->_M_parent;
    Node* grandparent = parent->_M_parent;  // exists: a red node is not the root
    const Side near = parent == grandparent->_M_left ? kLeft : kRight;
    const Side far = other(near);
    Node* uncle = grandparent->*far;
    if (is_red(uncle)) {
      parent->_M_color = uncle->_M_color = std::_S_black;
      grandparent->_M_color = std::_S_red;
      node = grandparent;
      continue;
    }
    if (node == parent->*far) {
      rotate(parent, near, header);
      parent = node;
    }
    parent->_M_color = std::_S_black;
    grandparent->_M_color = std::_S_red;
    rotate(grandparent, far, header);
    break;
  }
  header._M_parent->_M_color = std::_S_black;
}

// A black node was taken out above `node` (null: a leaf) below `parent`: that side is one black short.
void rebalance_after_removal(Node* node, Node* parent, Node& header) noexcept {
  while (node != header._M_parent && !is_red(node)) {
    const Side near = node == parent->_M_left ? kLeft : kRight;
    const Side far = other(near);
    Node* sibling = parent->*far;
    if (is_red(sibling)) {
      sibling->_M_color = std::_S_black;
      parent->_M_color = std::_S_red;
      rotate(parent, near, header);
      sibling = parent->*far;
    }
    if (!is_red(sibling->*near) && !is_red(sibling->*far)) {
      sibling->_M_color = std::_S_red;
      node = parent;
      parent = node->_M_parent;
      continue;
    }
    if (!is_red(sibling->*far)) {
      (sibling->*near)->_M_color = std::_S_black;
      sibling->_M_color = std::_S_red;
      rotate(sibling, far, header);
      sibling = parent->*far;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = std::_S_black;
    (sibling->*far)->_M_color = std::_S_black;
    rotate(parent, near, header);
    break;
  }
  if (node) node->_M_color = std::_S_black;
}

Node* successor(Node* node) noexcept {
  if (node->_M_right) return outermost(node->_M_right, kLeft);
  Node* parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // From the largest node of a root without right child the climb ends one step too far, at the header's parent.
  return node->_M_right == parent ? node : parent;
}

Node* predecessor(Node* node) noexcept {
  const bool is_header = node->_M_color == std::_S_red && node->_M_parent && node->_M_parent->_M_parent == node;
  if (is_header) return node->_M_right;
  if (node->_M_left) return outermost(node->_M_left, kRight);
  Node* parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}

}  // namespace

namespace std {

_Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* node) throw() { return successor(node); }
const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* node) throw() {
  return successor(const_cast<Node*>(node));
}
_Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* node) throw() { return predecessor(node); }
const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* node) throw() {
  return predecessor(const_cast<Node*>(node));
}

void _Rb_tree_insert_and_rebalance(const bool insert_left, _Rb_tree_node_base* node, _Rb_tree_node_base* parent,
                                   _Rb_tree_node_base& header) throw() {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = header._M_left = header._M_right = node;
  } else if (insert_left) {
    parent->_M_left = node;
    if (header._M_left == parent) header._M_left = node;
  } else {
    parent->_M_right = node;
    if (header._M_right == parent) header._M_right = node;
  }
  rebalance_after_insertion(node, header);
}

_Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const node, _Rb_tree_node_base& header) throw() {
  Node* gap;         // what stands where a node was taken out
  Node* gap_parent;  // below this one
  bool lost_black;
  if (!node->_M_left || !node->_M_right) {
    gap = node->_M_left ? node->_M_left : node->_M_right;
    gap_parent = node->_M_parent;
    lost_black = !is_red(node);
    if (header._M_left == node) header._M_left = gap ? outermost(gap, kLeft) : gap_parent;
    if (header._M_right == node) header._M_right = gap ? outermost(gap, kRight) : gap_parent;
    replace_in_parent(node, gap, header);
    if (gap) gap->_M_parent = gap_parent;
  } else {
    Node* heir = outermost(node->_M_right, kLeft);
    gap = heir->_M_right;
    lost_black = !is_red(heir);
    if (heir->_M_parent == node) {
      gap_parent = heir;
    } else {
      gap_parent = heir->_M_parent;
      gap_parent->_M_left = gap;
      if (gap) gap->_M_parent = gap_parent;
      heir->_M_right = node->_M_right;
      heir->_M_right->_M_parent = heir;
    }
    heir->_M_left = node->_M_left;
    heir->_M_left->_M_parent = heir;
    replace_in_parent(node, heir, header);
    heir->_M_parent = node->_M_parent;
    heir->_M_color = node->_M_color;
  }
  if (lost_black && header._M_parent) rebalance_after_removal(gap, gap_parent, header);
  return node;
}

}  // namespace std
