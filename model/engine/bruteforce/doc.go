// Package bruteforce is an engine that is obviously right: it tries every assignment, and calls each constraint's Holds. It
// shares nothing with any other engine. It is slow, and meant for small models.
//
//	function    meaning
//	Solutions   all solutions of a model under a cube
//
// Importing the package registers the engine "brute-force".
package bruteforce
