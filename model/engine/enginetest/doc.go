// Package enginetest has engines that are wrong on purpose, to test the code that must notice; engines with few
// abilities; and checks that all engines must pass.
//
//	function      the engine it returns
//	Dropping      keeps one solution of each run to itself
//	Repeating     lists one solution of each run twice
//	Inventing     changes one value in one solution of each run
//	Forgetting    knows one solution less with each run
//	Optional      lists one solution of each run twice, but only with the setting lie=yes
//	Miscompiling  replaces constraints by others
//	Miscounting   counts one solution more, and splits cubes
//	Refuting      splits cubes, and loses one of the parts
//	Losing        does not find some solutions
//	Stale         keeps a given for the next run
//	Failing       may fail: ends solved or stuck
//	Stuck         may fail, and always does
//	Inspired      may fail, and invents a solution instead
//	Counting      only counts, lists nothing
//	Deaf          never ends
//	Waiting       finds nothing without givens, until the context ends
//	Lingering     finds one solution, then waits until the context ends
//	Held          is right, and waits before each run
//	Crashing      ends each run with an error
//	Reversed      is right, and lists solutions from the last
//
// ExpectSplits holds a session that can split cubes to the contract of engine.Splitter.
package enginetest
