// Package parallel searches cubes as jobs, [job.Work]. A job runs here, on several sessions of an engine and with a checkpoint,
// or on many machines.
//
// The engine's own [engine.Splitter] splits a cube. Workers, each with its own session, search the parts that stay
// open, and split large ones again. Counts are sums over the tree of the job, so they are exact for any number
// of workers, and a checkpoint keeps the records of that tree.
//
//	type       meaning
//	Options    the number of workers, the checkpoint, who is told of progress
//	Progress   how far a count has come
//	session    an engine.Session whose runs are local jobs
//	worker     a session of the engine, for one goroutine
//	run        one run: how it is split, and where results go
//	searchJob  the items of a job: cubes, searched up to a time limit and then split
//	record     the stored result of an item, and its text
package parallel
