// The command qmsat solves, counts, exports and compares puzzles of the Sudoku family.
//
//	type or variable  meaning
//	groups            the one ordered table of subcommands, in groups; cobra dispatches, helps and completes by it
//	command           a subcommand: usage, help, examples, flags, and what runs it; one file each
//	topicPages        what help tells about beside commands
//	modelFlags        flags that choose a model, and the task they come to
//	engineFlags       flags that choose engines; those of settings come from the engines themselves
//	choice            the value of a flag that takes names: help, check and completion ask it
//	search            one engine on puzzles, one after the other, for solve and count
//	lines             standard output: lines, flushed now and then, whose first failed write sticks
//	records           the lines of a table, as JSON objects or as text in columns
//	paint             headings and colours at a terminal, nothing elsewhere
//	writeManual       manual pages, in the language of man
//	exitError         an error with its exit status
//
// What a puzzle means, how it is solved and how engines are compared is left to the packages model, encode, native and
// compare.
package main
