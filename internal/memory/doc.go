// Package memory keeps a task within a budget of memory.
//
// A budget belongs to a context, [WithBudget]. While it lasts, the memory of the whole process, libraries included, is sampled
// every few milliseconds. If it exceeds the budget, the context ends, and its cause is an [ExceededError]. So everything that
// stops with its context keeps the budget. Code that takes much memory in one step, between two samples, calls [Ask] first. A
// budget changes only its context. The limit of the garbage collector belongs to the program, which may set it to nine tenths of
// the room of its budget.
//
// A task within another one may have its own budget. If it takes too much it ends alone, and its context's cause says so. A program
// that must outlast its tasks has none of its own: it shares one among them.
//
//	function    meaning
//	WithBudget  a context that ends when the process holds more
//	Shared      a context whose tasks share a budget, and that outlasts them
//	Exceeded    whether a budget ended a context
//	Room        what the pages of the program leave of a budget
//	Ask         whether an allocation of known size fits
//	Append      appends, and asks for a larger array
//	Growing     names the part that takes memory from now on, for the message
//	Default     half of what the machine has free, at most 8 GiB
package memory
