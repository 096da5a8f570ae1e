// Package study has what all studies share. A study answers questions. Each question has its own options; its results are tables,
// and charts in a report.
//
//	Topic     a question: its help, and its options
//	Study     the options of a question, and the code that answers it; Base has the common ones
//	Chosen    an option that takes the values of an engine's setting; Models and Cluster stand for several options
//	Command   where results go: standard output, files, a bar of progress
//	Puzzles   reads puzzles of a model
//	Results   a table that is printed line by line, or as a whole at the end
//
// The packages below are the studies. The command knows only their lists of topics.
package study
