// The command qmsat solves, counts, exports and compares puzzles of the Sudoku family.
//
//	type or variable  meaning
//	groups            the table of subcommands, in groups and in order; dispatch, help and completion use it
//	command           a subcommand: usage, help, examples, flags, and what runs it; one file each
//	topicPages        the topics of help
//	modelFlags        flags that choose a model, and the task that they define
//	engineFlags       flags that choose engines; those of settings come from the engines themselves
//	choice            the value of a flag that takes names: help, check and completion ask it
//	search            runs one engine on one puzzle after the other, for solve and count
//	lines             standard output: lines, flushed from time to time; keeps the first error of a write
//	records           the lines of a table, as JSON objects or as text in columns
//	paint             headings and colours at a terminal only
//	exitError         an error with its exit status
//
// Models, engines and comparisons are in the packages model, encode, native and
// compare.
package main
