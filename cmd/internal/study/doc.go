// Package study has what all studies share. A study answers questions: it measures items, such as puzzles or words, by contenders,
// and prints a record for each, beside what was published. Read results.go first, then measure.go and study.go; a short study is
// simonis.go of package reproduce.
//
//	Topic     a question: its help, and its options
//	Study     the options of a question, and the code that answers it; Base has the common ones
//	Chosen    an option that takes the values of an engine's setting; Models and Cluster stand for several options
//	Command   where results go: standard output, files, a bar of progress
//	Puzzles   reads puzzles of a model
//	Measure   the loop over items: workers, progress, the end of a context
//	Results   records that are printed one by one, or as a table at the end; tags of their fields are its columns (package table)
//
// Contenders as columns are a [table.Pivot]. Published figures are data: fields of records, or a list of cases.
//
// The packages below are the studies: code, reproduce and rules have lists of Topics, which the command reads, in options.go. Tests of
// cmd/qmsat hold the tables of documents, such as simonis_test.go docs/simonis.md; with -update some are measured again.
package study
