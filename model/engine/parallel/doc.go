// Package parallel spreads the search of one cube over several sessions of an engine, and keeps counts across
// interruptions.
//
// A cube is parted into disjoint cubes by the engine's own [engine.Splitter]; workers, each with a session of its own, search
// them; what turns out large is parted again. Counts are sums over cubes, so they are exact whatever the number of workers,
// and a checkpoint needs to keep only finished cubes and open ones.
//
//	type      meaning
//	Options   how many workers, which checkpoint, whom to tell
//	Progress  how far a count has come
//	session   an engine.Session whose runs are spread
//	run       one run: its tasks, workers and results
//	task      one cube of a run
package parallel
