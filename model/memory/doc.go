// Package memory keeps a task within a budget of memory.
//
// A budget belongs to a context, [WithBudget]. While it lasts, the memory of the whole process is looked at every few
// milliseconds, whoever takes it, libraries too; where it exceeds the budget, the context ends, and its cause is an
// [ExceededError]. Everything that stops when its context ends therefore keeps the budget. What takes much memory in one
// step, between two looks, asks before: [Ask].
//
//	function    meaning
//	WithBudget  a context that ends when the process holds more
//	Ask         whether an allocation of known size fits
//	Growing     names what takes memory from now on, for the message
//	Default     half of what the machine has free, at most 8 GiB
package memory
