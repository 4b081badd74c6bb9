#include "trace/objects.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::trace {
namespace {

constexpr ObjectId kNone{~std::uint32_t{0}};

std::string text_of(const Operand& o) {
  if (!o.has_address) return printable(o.name);
  return o.name.empty() ? fmt::format("{:#x}", o.address) : printable(o.name);
}

}  // namespace

ObjectId Objects::new_id() {
  if (free_.empty()) return ObjectId(ids_++);
  const ObjectId id = free_.back();
  free_.pop_back();
  return id;
}

Objects::Object& Objects::object(const Operand& operand) {
  std::uint32_t index = static_cast<std::uint32_t>(objects_.size());
  if (operand.has_address) {
    index = by_address_.try_emplace(operand.address, index).first->second;
  } else {
    const std::uint32_t name = names_.number(operand.name);
    if (name == by_name_.size()) by_name_.push_back(index);
    index = by_name_[name];
  }
  if (index == objects_.size()) objects_.emplace_back().id = new_id();
  return objects_[index];
}

ObjectId Objects::atomic(std::uint32_t variable) {
  if (variable >= atomics_.size()) atomics_.resize(std::max<std::size_t>(variable + 1, atomics_.size() * 2), kNone);
  if (atomics_[variable] == kNone) atomics_[variable] = new_id();
  return atomics_[variable];
}

ObjectId Objects::atomic_at(Address address) {
  Operand operand;
  operand.has_address = true;
  operand.address = address;
  return object(operand).id;
}

ObjectId Objects::second_of(Object& o) {
  Rare& rare = o.more();
  if (!rare.has_second) rare.second = new_id(), rare.has_second = true;
  return rare.second;
}

std::string Objects::held_by(const Object& o) const {
  return fmt::format("is held by {} since line {}", printable(threads_.name(o.holder)), o.since);
}

bool Objects::apply(ThreadId t, const Line& l, std::uint64_t line, Effect& effect) {
  Object& o = object(l.operand);
  switch (l.action) {
    case Action::Acquire:
      return acquire(o, t, l, line, effect);
    case Action::Release:
      return release(o, t, l, effect);
    case Action::ReadAcquire:
      return read_acquire(o, t, l, effect);
    case Action::ReadRelease:
      return read_release(o, t, l, effect);
    case Action::Post:
    case Action::Publish:
      effect.add(EdgeKind::Release, o.id);
      return true;
    case Action::Wait:
    case Action::Learn:
      effect.add(EdgeKind::Acquire, o.id);
      return true;
    case Action::Republish:
      effect.add(EdgeKind::ReleaseReset, o.id);
      return true;
    case Action::Arrive:
      return arrive(o, t, l, effect);
    case Action::Leave:
      return leave(o, t, l, effect);
    case Action::Send: {
      std::deque<ObjectId>& messages = o.more().messages;
      messages.push_back(new_id());
      effect.add(EdgeKind::ReleaseReset, messages.back());
      return true;
    }
    case Action::Receive:
      return receive(o, l, effect);
    case Action::Destroy:
      destroy(o, effect);
      return true;
    default:
      return true;
  }
}

bool Objects::acquire(Object& o, ThreadId t, const Line& l, std::uint64_t line, Effect& effect) {
  if (o.depth > 0 && o.holder != t) return fail(fmt::format("lock {} {}", text_of(l.operand), held_by(o)));
  if (o.depth++ > 0) return true;  // again by its holder
  if (o.rare)
    for (const Reader& reader : o.rare->readers)
      if (reader.thread != t)
        return fail(fmt::format("lock {} is held by a reader, {}", text_of(l.operand),
                                printable(threads_.name(reader.thread))));
  o.holder = t;
  o.since = line;
  effect.add(EdgeKind::Lock, o.id);
  if (o.rare && o.rare->has_second) effect.add(EdgeKind::Acquire, o.rare->second);
  return true;
}

bool Objects::release(Object& o, ThreadId t, const Line& l, Effect& effect) {
  if (o.depth == 0) return fail(fmt::format("lock {} is not held by anyone", text_of(l.operand)));
  if (o.holder != t)
    return fail(
        fmt::format("lock {} is released by {} but {}", text_of(l.operand), printable(threads_.name(t)), held_by(o)));
  if (--o.depth == 0) effect.add(EdgeKind::Unlock, o.id);
  return true;
}

bool Objects::read_acquire(Object& o, ThreadId t, const Line& l, Effect& effect) {
  if (o.depth > 0 && o.holder != t) return fail(fmt::format("lock {} {}", text_of(l.operand), held_by(o)));
  second_of(o);
  std::vector<Reader>& readers = o.more().readers;
  const auto own = std::find_if(readers.begin(), readers.end(), [&](const Reader& r) { return r.thread == t; });
  if (own != readers.end()) {
    ++own->depth;
    return true;
  }
  readers.push_back({t, 1});
  effect.add(EdgeKind::Acquire, o.id, Hold::Shared);
  return true;
}

bool Objects::read_release(Object& o, ThreadId t, const Line& l, Effect& effect) {
  std::vector<Reader>& readers = o.more().readers;
  const auto own = std::find_if(readers.begin(), readers.end(), [&](const Reader& r) { return r.thread == t; });
  if (own == readers.end())
    return fail(fmt::format("lock {} is not held for reading by {}", text_of(l.operand), printable(threads_.name(t))));
  if (--own->depth > 0) return true;
  readers.erase(own);
  effect.add(EdgeKind::Release, second_of(o));
  effect.add(EdgeKind::Acquire, o.id, Hold::Ends);  // orders nothing new: no writer came in between
  return true;
}

bool Objects::arrive(Object& o, ThreadId t, const Line& l, Effect& effect) {
  Rare& b = o.more();
  for (const Arrived& a : b.arrived)
    if (a.thread == t)
      return fail(fmt::format("{} arrives at {} but has not left it", printable(threads_.name(t)), text_of(l.operand)));
  const bool opens = !b.open;
  if (opens) b.generation = new_id(), b.open = true;
  b.arrived.push_back({t, b.generation});
  effect.add(opens ? EdgeKind::ReleaseReset : EdgeKind::Release, b.generation);
  return true;
}

bool Objects::leave(Object& o, ThreadId t, const Line& l, Effect& effect) {
  Rare& b = o.more();
  const auto own = std::find_if(b.arrived.begin(), b.arrived.end(), [&](const Arrived& a) { return a.thread == t; });
  if (own == b.arrived.end())
    return fail(fmt::format("{} leaves {} without having arrived", printable(threads_.name(t)), text_of(l.operand)));
  const ObjectId generation = own->generation;
  if (generation == b.generation) b.open = false;
  b.arrived.erase(own);
  effect.add(EdgeKind::Acquire, generation);
  const bool last =
      std::none_of(b.arrived.begin(), b.arrived.end(), [&](const Arrived& a) { return a.generation == generation; });
  if (last) {
    effect.forget(generation);
    free_.push_back(generation);
  }
  return true;
}

bool Objects::receive(Object& o, const Line& l, Effect& effect) {
  std::deque<ObjectId>& messages = o.more().messages;
  if (messages.empty()) return fail(fmt::format("message {} is received but was not sent", text_of(l.operand)));
  effect.add(EdgeKind::Acquire, messages.front());
  effect.forget(messages.front());
  free_.push_back(messages.front());
  messages.pop_front();
  return true;
}

// Whoever held it holds it no more. Threads that arrived at a barrier may still leave it.
void Objects::destroy(Object& o, Effect& effect) {
  o.depth = 0;
  effect.forget(o.id);
  if (!o.rare) return;
  o.rare->readers.clear();
  if (o.rare->has_second) effect.forget(o.rare->second);
}

}  // namespace heddle::trace
