// Package parallel searches cubes as jobs, [job.Work]: here, spread over several sessions of an engine and kept across
// interruptions, or over machines.
//
// A cube is split by the engine's own [engine.Splitter]; workers, each with a session of its own, search what that leaves
// open; what turns out large is split again. Counts are sums over the tree of the job, so they are exact whatever the number
// of workers, and a checkpoint keeps the records of that tree.
//
//	type       meaning
//	Options    how many workers, which checkpoint, whom to tell
//	Progress   how far a count has come
//	session    an engine.Session whose runs are jobs that are done here
//	worker     a session of the engine, for one goroutine
//	run        one run: how it is split, and what becomes of the results
//	searchJob  the items of a job: cubes, searched for as long as patience lasts
//	record     what is kept of an item, and its text
//	meter      measures the progress of a run
package parallel
