package reproduce

import (
	"fmt"
	"math"

	"qmsat/internal/lists"
)

// paperMethod is one of the four published methods, with its published figures. Times are in seconds, on a Pentium M with
// 1 GHz, in Java.
//
// Source: Roach, Jones, Perkins, Grimstead, "A knowledge-rich approach to the rapid enumeration of quasi-magic Sudoku
// search spaces", ICAART 2009, tables 1 and 2.
type paperMethod struct {
	Method
	Published SearchSummary
	BandTimes [6]float64 // average time by band of givens
}

// paperMethods are the published methods, in their order.
var paperMethods = []paperMethod{
	{Method{Engine: "paper", Rules: false, Order: "rows"}, SearchSummary{180, 0, 71097, 755373, 15963, 105, 1.6924, 19.0022, 0.0238e-3},
		[6]float64{7.8336, 3.3064, 1.1229, 0.1706, 0.0511, 0.0159}},
	{Method{Engine: "paper", Rules: false, Order: "fewest"}, SearchSummary{180, 0, 30889, 1172274, 1608, 28, 0.7984, 30.6051, 0.0258e-3},
		[6]float64{3.7024, 1.8388, 0.1879, 0.0485, 0.0130, 0.0043}},
	{Method{Engine: "paper", Rules: true, Order: "rows"}, SearchSummary{180, 0, 24457, 214060, 4658, 103, 0.5927, 5.4582, 0.0242e-3},
		[6]float64{2.5663, 1.1547, 0.4348, 0.0710, 0.0274, 0.0111}},
	{Method{Engine: "paper", Rules: true, Order: "fewest"}, SearchSummary{180, 0, 2055, 51594, 226, 4, 0.0519, 1.2986, 0.0252e-3},
		[6]float64{0.4451, 0.0593, 0.0205, 0.0057, 0.0030, 0.0022}},
}

// paperBand is a band of numbers of givens, with the published figures of the method with rules and fewest candidates: its
// table 3. It has no minima and no times.
type paperBand struct {
	Name      string
	Least     int // givens
	Most      int
	Published SearchSummary
}

// paperBands are the published bands, fewest givens first.
var paperBands = []paperBand{
	{"<7", 0, 6, SearchSummary{Puzzles: 12, Average: 17984, Maximum: 51594, Median: 13051, PerValue: 0.0248e-3}},
	{"7-8", 7, 8, SearchSummary{Puzzles: 49, Average: 2351, Maximum: 21586, Median: 1119, PerValue: 0.0252e-3}},
	{"9-10", 9, 10, SearchSummary{Puzzles: 35, Average: 796, Maximum: 7006, Median: 300, PerValue: 0.0258e-3}},
	{"11-12", 11, 12, SearchSummary{Puzzles: 45, Average: 186, Maximum: 933, Median: 140, PerValue: 0.0309e-3}},
	{"13-14", 13, 14, SearchSummary{Puzzles: 29, Average: 80, Maximum: 303, Median: 52, PerValue: 0.0377e-3}},
	{">14", 15, 81, SearchSummary{Puzzles: 10, Average: 41, Maximum: 108, Median: 30, PerValue: 0.0529e-3}},
}

// Comparison is a published table beside ours, by measure.
type Comparison []ComparisonLine

// ComparisonLine is a measure: the published figures and ours, by column. A figure is 0 if there are no puzzles.
type ComparisonLine struct {
	Name      string    `json:"measure"`
	Seconds   bool      `json:"-"` // the figures are times, in seconds
	Columns   []string  `json:"columns"`
	Puzzles   []int     `json:"puzzles"` // ours
	Published []float64 `json:"published"`
	Ours      []float64 `json:"ours"`
}

// figure is one of the figures of a summary.
type figure struct {
	name    string
	seconds bool
	of      func(s SearchSummary) float64
}

var (
	averageIterations = figure{"average iterations", false, func(s SearchSummary) float64 { return s.Average }}
	maximumIterations = figure{"maximum iterations", false, func(s SearchSummary) float64 { return s.Maximum }}
	medianIterations  = figure{"median iterations", false, func(s SearchSummary) float64 { return s.Median }}
	minimumIterations = figure{"minimum iterations", false, func(s SearchSummary) float64 { return s.Minimum }}
	averageTime       = figure{"average time", true, func(s SearchSummary) float64 { return s.AverageTime }}
	maximumTime       = figure{"maximum time", true, func(s SearchSummary) float64 { return s.MaximumTime }}
	timePerIteration  = figure{"time per iteration", true, func(s SearchSummary) float64 { return s.PerValue }}
)

// PaperTable is one of the published tables of effort.
type PaperTable struct {
	Number  int
	Methods []Method // the engine to run
	Compare func(runs [][]SearchRun) Comparison
}

// PaperTables are the three tables.
var PaperTables = []PaperTable{
	{1, allPaperMethods(), compareMethods},
	{2, allPaperMethods(), compareTimesByBand},
	{3, allPaperMethods()[3:], compareIterationsByBand},
}

// thirdCells are the values of the setting third-cell of the engine paper: the two ways to read the paper.
var thirdCells = []string{"check", "remove"}

// under returns the methods under a reading.
func under(reading string, methods []Method) []Method {
	return lists.Map(methods, func(m Method) Method {
		m.Third = reading
		return m
	})
}

func allPaperMethods() []Method {
	return lists.Map(paperMethods, func(m paperMethod) Method { return m.Method })
}

// compareMethods makes table 1, with a column for each method.
func compareMethods(runs [][]SearchRun) Comparison {
	return compareFigures(lists.Map(paperMethods, func(m paperMethod) string { return m.String() }),
		lists.Map(paperMethods, func(m paperMethod) SearchSummary { return m.Published }), lists.Map(runs, Summarise),
		averageIterations, maximumIterations, medianIterations, minimumIterations, averageTime, maximumTime, timePerIteration)
}

// compareTimesByBand makes table 2, with a column for each band and a line for each method.
func compareTimesByBand(runs [][]SearchRun) (c Comparison) {
	for i, method := range paperMethods {
		published := lists.Map(method.BandTimes[:], func(seconds float64) SearchSummary { return SearchSummary{AverageTime: seconds} })
		c = append(c, compareBands(published, runs[i], figure{method.String(), averageTime.seconds, averageTime.of})...)
	}
	return c
}

// compareIterationsByBand makes table 3, with a column for each band.
func compareIterationsByBand(runs [][]SearchRun) Comparison {
	published := lists.Map(paperBands, func(b paperBand) SearchSummary { return b.Published })
	return compareBands(published, runs[0], averageIterations, maximumIterations, medianIterations, timePerIteration)
}

// compareBands compares figures by band.
func compareBands(published []SearchSummary, runs []SearchRun, figures ...figure) Comparison {
	ours := lists.Map(paperBands, func(band paperBand) SearchSummary {
		return Summarise(lists.Filter(runs, func(r SearchRun) bool { return band.Least <= r.Givens && r.Givens <= band.Most }))
	})
	return compareFigures(lists.Map(paperBands, func(b paperBand) string { return b.Name }), published, ours, figures...)
}

func compareFigures(columns []string, published, ours []SearchSummary, figures ...figure) Comparison {
	puzzles := lists.Map(ours, func(s SearchSummary) int { return s.Puzzles })
	return lists.Map(figures, func(f figure) ComparisonLine {
		return ComparisonLine{f.name, f.seconds, columns, puzzles, lists.Map(published, f.of), lists.Map(ours, f.of)}
	})
}

const (
	// clearOrder is the smallest ratio of two published figures whose order is significant.
	clearOrder = 1.1
	// farRatio is the largest factor between our ratio and the published one for which the ratios count as alike. The puzzles
	// are not the same, so some difference is normal.
	farRatio = 2
)

// Differences lists where our figures have another shape than the published ones, neighbouring columns first. One kind of
// difference is another order of two columns, if the published figures are clearly apart. The other is a ratio of neighbouring
// columns that is more than farRatio times as large or small as the published one. Two columns are left out if a pair between them
// is in another order.
func (c Comparison) Differences() (found []string) {
	for _, line := range c {
		reversed := map[[2]int]bool{} // pairs of columns in another order, and pairs around those
		for distance := 1; distance < len(line.Columns); distance++ {
			for i := 0; i+distance < len(line.Columns); i++ {
				j := i + distance
				if reversed[[2]int{i, j - 1}] || reversed[[2]int{i + 1, j}] {
					reversed[[2]int{i, j}] = true
					continue
				}
				what := compareRatios(line, i, j)
				if what == "" {
					continue
				}
				reversed[[2]int{i, j}] = what == anotherOrder
				found = append(found, fmt.Sprintf("%s: %s, (%s) to (%s) is %.3g, published %.3g", line.Name, what, line.Columns[i], line.Columns[j],
					line.Ours[i]/line.Ours[j], line.Published[i]/line.Published[j]))
			}
		}
	}
	return found
}

// What can differ between two columns.
const (
	anotherOrder = "another order"
	anotherRatio = "another ratio"
)

// compareRatios says what differs between two columns of a line; "" if nothing does, or if a figure is missing.
func compareRatios(line ComparisonLine, i, j int) string {
	for _, x := range []float64{line.Published[i], line.Published[j], line.Ours[i], line.Ours[j]} {
		if x <= 0 {
			return ""
		}
	}
	published, ours := line.Published[i]/line.Published[j], line.Ours[i]/line.Ours[j]
	switch {
	case math.Abs(math.Log(published)) > math.Log(clearOrder) && (published > 1) != (ours > 1):
		return anotherOrder
	case j == i+1 && math.Abs(math.Log(published/ours)) > math.Log(farRatio):
		return anotherRatio
	default:
		return ""
	}
}
