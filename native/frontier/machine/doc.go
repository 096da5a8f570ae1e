// Package machine reads constraints value by value, for counts without lists. A machine is the constraint as an automaton whose states
// are made when they are reached; package frontier makes it an automaton and minimizes it.
//
//	Machine   reads the values of a constraint's variables, in the order of their positions
//	Of        the machine of one constraint, or of several that are read together
//	Numbered  states by numbers, equal ones merged
//
// A kind is a file: its init registers the function that makes its machines. Read machine.go first, then alldifferent.go, linear.go
// and rule.go.
package machine
