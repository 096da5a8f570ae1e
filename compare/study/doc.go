// Package study is what all studies share. A study answers questions, each of which has options of its own, and prints tables of results,
// with charts of them in a report.
//
//	Topic     a question: its help, and its options
//	Study     the options of a question, and what answers it; Base is what all have in common
//	Chosen, Models, Cluster    options of several flags, or of an engine's setting
//	Command   where results go: standard output, files, a bar of progress
//	Puzzles   reads puzzles of a model
//	Results   a table that is printed as it comes, or as a whole at the end
//
// The packages below are the studies. A command finds their topics in lists, and knows nothing else of them.
package study
