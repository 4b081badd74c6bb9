# For gdb, sourced by the command that `heddle replay --gdb` prints: runs the replay, stops at the bug in the frame of the
# program, and adds a command.
#
#   heddle threads   the program's threads, each with the line of the program where it stands
#
# The program's threads are threads for gdb too (machine/debugger.cpp), so `info threads`, `thread 2`, `bt`, `up`, `print x`
# and `info locals` are all that is needed otherwise.
import gdb


def number(symbol):
    return int(gdb.parse_and_eval("*(unsigned long*)&%s" % symbol))


def is_program(frame):
    return number("heddle_image_begin") <= frame.pc() < number("heddle_image_end")


def is_own_source(frame):
    place = frame.find_sal()
    return place.symtab is not None and not place.symtab.fullname().startswith(("/usr/", "<"))


def program_frame():
    """The innermost frame in the user's own source; else in code of the program at all."""
    frame, fallback = gdb.newest_frame(), None
    while frame is not None:
        if is_program(frame):
            if is_own_source(frame):
                return frame
            fallback = fallback or frame
        frame = frame.older()
    return fallback


def place_of(frame):
    if frame is None:
        return "not in the program"
    place = frame.find_sal()
    name = place.symtab.filename if place.symtab is not None else "?"
    return "%s:%d in %s" % (name, place.line, frame.name() or "?")


class Heddle(gdb.Command):
    """heddle threads: the program's threads and where they stand."""

    def __init__(self):
        super().__init__("heddle", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if argument.strip() != "threads":
            print("heddle threads: the program's threads and where they stand")
            return
        chosen, frame = gdb.selected_thread(), gdb.selected_frame()
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
            thread.switch()
            mark = "*" if thread.num == chosen.num else " "
            print("%s %d  %s  %s" % (mark, thread.num, thread.name, place_of(program_frame())))
        chosen.switch()
        frame.select()


def at_bug():
    try:
        frame = gdb.newest_frame()
    except gdb.error:
        return False
    return frame.name() == "heddle_bug_here"


Heddle()
gdb.execute("set pagination off")
gdb.execute("set breakpoint pending on", to_string=True)
gdb.execute("set print thread-events off")
gdb.execute("handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass", to_string=True)
gdb.execute("break heddle_bug_here", to_string=True)
gdb.execute("run")
if at_bug():
    message = gdb.parse_and_eval("(char*)&heddle_bug_message").string(errors="replace")
    print("\nheddle: at the bug: %s" % message)
    gdb.execute("heddle threads")
    found = program_frame()
    if found is not None:
        found.select()
        gdb.execute("frame")
else:
    print("heddle: the bug did not happen")
