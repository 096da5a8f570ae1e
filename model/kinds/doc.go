// Package kinds has the kinds of constraints beside the four of the language's core (all-different, linear, table, rule) and
// reified-linear: a file each, with its meaning, its text in model files, its simpler forms and its random draw. Each registers itself.
//
// Read element.go first: a kind needs no more than that here. Engines need a file for it, too: see qmsat/encode/kind and
// qmsat/native/propagate. Tests of this package have a kind of their own, ascending, which no engine knows. newkind_test.go holds that
// files keep it, and that each engine counts it as brute force does or refuses it by name.
package kinds
