// Package formats reads and writes puzzles in the formats of other programs: links of puzzle editors and text files.
//
//	type     meaning
//	Format   a format: how to recognise, read and write it
//	Puzzle   a model with its givens, and warnings of its reader
//
// Each format is a file that calls [Register]. Nothing is fetched: a link is read for the puzzle in its text.
// Read formats.go first, then plain.go, which has the texts, and parts.go, which says what a format may express.
package formats
