// Package study is what all studies share. A study answers questions, each of which has options of its own, and prints tables of results,
// with charts of them in a report.
//
//	Topic     a question: its help, and its options
//	Study     the options of a question, and what answers it; Base is what all have in common
//	Chosen    an option whose values are those of an engine's setting; Models and Cluster stand for several options
//	Command   where results go: standard output, files, a bar of progress
//	Puzzles   reads puzzles of a model
//	Results   a table that is printed as it comes, or as a whole at the end
//
// The packages below are the studies. A command finds their topics in lists, and knows nothing else of them.
package study
