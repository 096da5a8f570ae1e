// Package engine is the contract between those who run models and those who ask for it.
//
// An engine opens a session on a model once; the session then runs many cubes. Engines live elsewhere and register
// themselves here; compare and the command find them by ranging over the registry. Nothing here knows how a model is
// solved, so engines that share this package stay independent of each other.
//
//	type       meaning
//	Engine     a registered way to run models: name, abilities, settings, and how to open a session
//	Family     engines made on demand, by the prefix of their names
//	Session    one model, opened; runs cubes one after another
//	Splitter   a session that splits cubes for others to search
//	Split      the result: each value of one variable is open or refuted
//	Reporter   a session that reports the progress of its runs
//	Stepper    a session that says how a solution differs from the one before
//	Meter      passes on the effort of a run while it goes on
//	Result     what a run found: count, whether the search was exhausted, effort
//	Effort     what a run counted; each measure is a MeasureKind, registered once
//	Abilities  what callers may rely on
//	Setting    an option that an engine reads: its type, the values it may have, its default
//	Checker    compares data that an engine compiled from constraints with their Holds
//	Race       a session that starts a second engine if the first takes long
//	Confirm    makes an unrelated engine count again
//	Chosen     an engine with settings, in the form of command lines
//
// Read engine.go first, which has the contract of Run, then result.go, setting.go and split.go. Start an engine from a copy of package
// bruteforce. Package enginetest has engines that are wrong on purpose: tests of compare hold that they are caught.
package engine
