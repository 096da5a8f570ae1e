// Package report writes what was measured: for a terminal, as JSON objects, comma-separated values and Go benchmark lines, and as one
// HTML page, tables and plots, to be read in a browser or printed.
//
//	file            part
//	results.go      what objects of a comparison and of a benchmark have in common
//	comparison.go   the objects and the table of a comparison
//	bench.go        those of a benchmark, and comma-separated values
//	gobenchmark.go  Go benchmark lines
//
//	file         part of the page
//	page.html    its frame; page.css how it looks, on a screen and on paper
//	page.go      what the frame is filled with
//	tables.go    the contenders' figures, and ratios pair by pair
//	figures.go   the plots, drawn by package plot
//	gobenchmark.go  rounds as lines of the Go benchmark format
//	times.go     every time that was measured, as comma-separated values beside the page
//
// A page is self-contained: no scripts, nothing from a network, pictures as SVG within it. The same results give the same bytes.
package report
