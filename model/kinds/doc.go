// Package kinds has the kinds of constraints beside the four of the language's core (all-different, linear, table, rule) and
// reified-linear: a file each, with its meaning, its text in model files, its simpler forms and its random draw. Each registers itself.
//
// Read element.go first: a kind needs no more than that. Tests of this package have a kind of their own, ascending, which no engine knows:
// newkind_test.go holds that it works wherever none is needed, and is refused by name everywhere else.
package kinds
