// Package report writes measurements: for a terminal, as JSON objects, comma-separated values and Go benchmark lines, and as one
// HTML page, tables and plots, to be read in a browser or printed.
//
//	file            part
//	results.go      the common part of the objects of comparisons and benchmarks
//	comparison.go   the objects and the table of a comparison
//	bench.go        the objects and the table of a benchmark, and comma-separated values
//	gobenchmark.go  Go benchmark lines
//
//	file         part of the page
//	html.go      its frame, and pages of charts alone, for studies; page.css has its style, on a screen and on paper
//	page.go      the content of the frame
//	tables.go    the contenders' figures, and ratios pair by pair
//	figures.go   the plots, drawn by package plot
//	times.go     every measured time, as comma-separated values in a file of its own
//
// A page is self-contained: no scripts, no network, pictures as inline SVG. The same results give the same bytes.
package report
