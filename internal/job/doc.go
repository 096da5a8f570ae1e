// Package job is work that is done item by item, by whoever is there.
//
// An item is a text that means something to its kind of job alone: a cube of a count, a range of samples. Whoever does an item either
// ends with its result, or splits it into items that partition it. What is known of a job is a tree of records, one an item: its
// result or its split, written once; the records of parts that were done with a split stand within its own. Results of all parts
// fold into that of the whole.
//
//	type    meaning
//	Kind    a sort of job, registered by name where the work is defined
//	Work    a job of a kind, opened
//	Record  what is known of an item
//	Tree    the records of a job, checked as they are taken up
//	Local   does a job in this process, and keeps its tree in a checkpoint; package cluster does jobs over machines
//
// [Tree] takes from records what they say of their own item, and checks the rest: that an item is the one that its parent's split has
// in that place, and that a split partitions its item.
package job
