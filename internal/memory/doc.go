// Package memory keeps a task within a budget of memory.
//
// A budget belongs to a context, [WithBudget]. While it lasts, the memory of the whole process is looked at every few
// milliseconds, whoever takes it, libraries too; where it exceeds the budget, the context ends, and its cause is an
// [ExceededError]. Everything that stops when its context ends therefore keeps the budget. What takes much memory in one
// step, between two looks, asks before: [Ask]. A budget changes nothing but its context: the bound of the garbage collector
// is the program's, which may set it to nine tenths of its own budget.
//
// A task within another one, such as one of several that a program does in turn, may have a budget of its own, as large as
// the program's. It ends alone where it takes too much, and its context's cause says so.
//
//	function    meaning
//	WithBudget  a context that ends when the process holds more
//	Ask         whether an allocation of known size fits
//	Growing     names what takes memory from now on, for the message
//	Default     half of what the machine has free, at most 8 GiB
package memory
