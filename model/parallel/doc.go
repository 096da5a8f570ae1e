// Package parallel searches cubes as jobs, [job.Work]. A job runs here, on several sessions of an engine and with a checkpoint,
// or on many machines.
//
// The engine's own [engine.Splitter] splits a cube. Each worker has its own session. Workers search the open parts and split
// large parts again. A count is a sum over the tree of the job, so it is exact for any number of workers. A checkpoint keeps the
// records of that tree.
//
//	type       meaning
//	Options    the number of workers, the checkpoint, and the callback for progress
//	Progress   how far a count has come
//	session    an engine.Session whose runs are local jobs
//	worker     a session of the engine, for one goroutine
//	run        one run: how it splits cubes, and which solutions wait
//	searchJob  the items of a job: cubes, searched up to a time limit and then split
//	record     the stored result of an item, and its text
package parallel
