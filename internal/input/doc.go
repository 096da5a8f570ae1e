// Package input reads YAML documents strictly, and words errors of any input. Each error names file, line and column, what was found and what was
// expected. Unknown and repeated keys are errors.
//
//	type              meaning
//	Reader            reads the nodes of one file
//	Mapping           a mapping that is being read, key by key
//	InputError        bad input of any file, YAML or not
//	UnknownNameError  an unknown name, in a file or a command line
//
// Its users give nodes their meaning: models and rules (qmsat/model), benchmark suites (qmsat/cmd/qmsat).
package input
