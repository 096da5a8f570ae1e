// Package formula is the core of package encode: what turns a model into clauses, for encodings that register themselves.
//
//	type           meaning
//	Literal        a variable of the formula, or its negation, as in DIMACS
//	Sink           takes clauses
//	Options        names the parts of an encoding
//	CellEncoding, AtMostOne, LinearEncoding, RuleEncoding   a registered part, with what About says of it
//	Compiler       gives encoders literals and new variables, and passes their clauses on to a sink
//	Map            the meaning of each literal; turns assignments back into values
//	Direction      in which directions a gate is tied to its formula
//	Layered        a graph whose paths are the tuples of values of some variables
//
// An encoder is a function that gets a [Compiler]. It reads Model, Map and Limits. It writes with [Compiler.Add] and its relatives,
// which accept [True] and [False], unless their comments say otherwise. It takes new variables from [Compiler.NewVariable], or from
// the gates: [Compiler.Or], [Compiler.And], [Compiler.AtLeast], [Compiler.OrderLiterals]. It calls [Compiler.Step] in long loops.
//
// Nothing here keeps a formula, except where a type says so. Nothing here knows an encoding: import qmsat/encode for these.
//
// Start reading with compiler.go; options.go, map.go and gate.go follow.
package formula
