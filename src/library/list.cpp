// The links of std::list, which libstdc++ keeps compiled in its shared object. A list is a ring of nodes through one
// that stands for the end.
#include <list>

namespace {

using Node = std::__detail::_List_node_base;

void connect(Node* before, Node* after) noexcept {
  before->_M_next = after;
  after->_M_prev = before;
}

bool is_alone(const Node& node) noexcept { return node._M_next == &node; }

// The ring of `from` goes on through `to`, which must be outside of any ring; `from` is alone afterwards.
void take_over(Node& to, Node& from) noexcept {
  connect(&to, from._M_next);
  connect(from._M_prev, &to);
  connect(&from, &from);
}

}  // namespace

namespace std::__detail {

void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
  connect(position->_M_prev, this);
  connect(this, position);
}

void _List_node_base::_M_unhook() noexcept { connect(_M_prev, _M_next); }

// Moves [first, last) to before this node, out of the same ring or another one.
void _List_node_base::_M_transfer(_List_node_base* const first, _List_node_base* const last) noexcept {
  if (this == last) return;
  Node* const final = last->_M_prev;
  connect(first->_M_prev, last);
  Node* const before = _M_prev;
  connect(before, first);
  connect(final, this);
}

void _List_node_base::_M_reverse() noexcept {
  Node* node = this;
  do {
    Node* const following = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = following;
    node = following;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  if (is_alone(a) && is_alone(b)) return;
  if (is_alone(a)) return take_over(a, b);
  if (is_alone(b)) return take_over(b, a);
  Node held;
  connect(&held, &held);
  take_over(held, a);
  take_over(a, b);
  take_over(b, held);
}

}  // namespace std::__detail
