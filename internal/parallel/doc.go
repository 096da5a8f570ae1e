// Package parallel spreads the search of one cube over several sessions of an engine, and keeps counts across
// interruptions.
//
// A cube is split by the engine's own [engine.Splitter]; workers, each with a session of its own, search what that leaves
// open; what turns out large is split again. Counts are sums over a tree of cubes, [cubetree.Tree], so they are exact
// whatever the number of workers, and a checkpoint keeps the records of that tree.
//
//	type      meaning
//	Options   how many workers, which checkpoint, whom to tell
//	Progress  how far a count has come
//	session   an engine.Session whose runs are spread
//	run       one run: it hands tasks to workers and takes their outcomes into the tree
//	queue     the tasks of a run, each an open cube, in the order of their solutions
//	listing   yields the solutions of tasks in that order
//	meter     measures the progress of a run
package parallel
