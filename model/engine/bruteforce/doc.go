// Package bruteforce is the plain truth as an engine: it tries every assignment, and asks each constraint itself whether it
// holds. It has nothing in common with any other engine, and is written to be obviously right, not to be fast; small models
// are what it is for.
//
//	function    meaning
//	Solutions   all solutions of a model under a cube
//
// Importing the package registers the engine "brute-force".
package bruteforce
