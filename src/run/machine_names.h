// The names of addresses as the machine knows them at this moment, for reports.
#pragma once
#include "machine/machine.h"
#include "report/describe.h"

namespace heddle::run {

class MachineNames : public AddressNames {
 public:
  explicit MachineNames(const Machine& machine) : machine_(machine) {}
  AddressName name(Address address) const override { return machine_.name_address(address); }

 private:
  const Machine& machine_;
};

}  // namespace heddle::run
