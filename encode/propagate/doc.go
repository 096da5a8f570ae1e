// Package propagate does unit propagation on formulas, without a search that learns. It shows how much of a problem an
// encoding decides by inference alone, and whether a clause follows from others.
//
//	type         meaning
//	Propagator   clauses, and an assignment that grows by decisions and their consequences by unit propagation
//
// Read propagate.go first. failed.go has stronger inference: the failed-literal rule, hyper-binary resolution and the binary
// failed-literal rule. strength_test.go tries every partial assignment of small constraints, and compares with what encodings say.
//
// A Propagator is a sink: compile a model into one with [encode.Compile]. To find solutions, use qmsat/encode/sat.
package propagate
