// How the sentence begins that names assumptions of the program (heddle_assume) that held in no execution. A verdict
// says it first: whatever else it says, it says of the executions that were left.
#pragma once

namespace heddle {

inline constexpr char kNeverHeld[] = "no execution was found in which this assumption of the program holds: ";

}  // namespace heddle
