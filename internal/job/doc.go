// Package job divides work into items, which any process may do.
//
// An item is a text that only its kind of job understands, such as a cube of a count or a range of samples. Doing an item either
// gives its result, or splits it into items that partition it. The state of a job is a tree of records, one per item: its result
// or its split, written once. A split's record contains the records of the parts that were done with it. The results of all
// parts fold into the result of the whole.
//
//	type    meaning
//	Kind    a sort of job, registered by name where the work is defined
//	Work    a job of a kind, opened
//	Record  the state of an item
//	Tree    the records of a job, each checked when it is added
//	Local   does a job in this process, and keeps its tree in a checkpoint; package cluster does jobs over machines
//
// [Tree] trusts what a record says of its own item, and checks the rest: the item must be the one in that place of its parent's
// split, and a split must partition its item.
package job
