// Package cubetree is what is known of a count: a tree of cubes, each open, counted, or split by the values of one variable.
//
// The count of a cube that was split is the sum over its children, one for each value of the variable's domain; a child that
// was refuted counts 0. A tree is kept, in a file or elsewhere, as records, one a cube; once a cube is split or counted its
// record never changes.
//
//	type    meaning
//	Tree    the cubes of one count
//	Node    a cube of a tree
//	Record  what is kept of a cube, and its text
//
// [Tree.Add] and [Tree.Complete] make a tree from records, and hold that they partition its root: no cube is missing, and
// none stands twice or within another that is counted. What it takes on trust is the counts, and that what was refuted has
// none.
package cubetree
