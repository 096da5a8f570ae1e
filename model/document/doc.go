// Package document reads, writes and compiles what people write: puzzles with clues. An engine runs the model that a document
// compiles to.
//
//	type      meaning
//	Document  a grid, variables, entries as written (clues and constraints), givens, a sheet; Model is what they mean
//	Sheet     what is told or drawn beside the constraints: author, rules, pencil marks
//	Reader    reads documents from files of a format
//
// [Read] and [Document.Write] are the YAML language of docs/model.md; [ReaderFor] finds the reader of a file. All kinds of clues are
// known: they are in package qmsat/model/variant. Negative clues, which depend on what else is there, are a second pass of [Document.Add].
//
// Read document.go first, then read.go, write.go and package variant's clue.go.
package document
