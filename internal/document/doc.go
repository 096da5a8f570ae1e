// Package document reads YAML documents strictly: each error names file, line and column, what was found there and what was
// expected; keys that are unknown or stand twice are errors.
//
//	type              meaning
//	Reader            reads the nodes of one file
//	Mapping           a mapping that is being read, key by key
//	InputError        bad input of any file, YAML or not
//	UnknownNameError  a name that is none of those there are, in a file or a command line
//
// What the nodes mean is left to its users: models and rules (qmsat/model), benchmark suites (qmsat/cmd/qmsat).
package document
