package report

import (
	"math"
	"strconv"
	"strings"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/internal/lists"
	"qmsat/model/engine"
)

// contender is a row of the table of figures. What was not measured is a dash.
type contender struct {
	Number          int
	Label, Encoding string
	Finished        string // of how many puzzles, where not all
	Compared        string // of how many puzzles, where not all
	Solutions       string
	Open, Median    string
	Interval        string
	Round           string // the time of one round
	Effort          string
}

const dash = "–"

func contenders(set *compare.SetResult) []contender {
	var list []contender
	for i := range set.Report.Rows {
		row := &set.Report.Rows[i]
		c := contender{
			Number: i + 1, Label: row.Label, Encoding: set.Encoding(row.Contender),
			Finished: outOf(row.Puzzles()-row.Unfinished(), len(row.Outcomes)), Compared: outOf(row.Compared(), len(row.Outcomes)),
			Solutions: dash, Open: dash, Median: dash, Round: dash, Effort: effort(row.Effort),
		}
		if !confirmable(set, row) {
			c.Compared = dash
		}
		if row.Open > 0 {
			c.Open = show.Seconds(row.Open.Seconds())
		}
		if summary := row.Summary(); summary.Values > 0 {
			c.Solutions, c.Round = solutions(row), show.Seconds(row.Solve().Seconds())
			c.Median, c.Interval = show.Seconds(summary.Center), interval(summary.Estimate, show.Seconds)
			if summary.Bounded {
				c.Median = "> " + c.Median
			}
		}
		list = append(list, c)
	}
	return list
}

// confirmable reports whether another contender may confirm what a row found.
func confirmable(set *compare.SetResult, row *compare.Row) bool {
	return len(set.Report.Rows) > 1 && !row.MayFail()
}

// outOf writes a number of puzzles, with the total if they are not all.
func outOf(n, all int) string {
	if n < all {
		return show.Count(n) + " of " + show.Count(all)
	}
	return show.Count(n)
}

// solutions writes how many solutions a contender found, or at least how many there are; how many puzzles it solved if it may
// fail.
func solutions(row *compare.Row) string {
	if row.MayFail() {
		return outOf(row.Ended(engine.Solved), len(row.Outcomes)) + " solved"
	}
	text := show.Digits(row.Solutions().String())
	if !row.Complete() {
		return "≥ " + text
	}
	return text
}

func effort(measures engine.Effort) string {
	words := lists.Map(measures, func(m engine.Measure) string { return m.Name + " " + show.Magnitude(float64(m.Value)) })
	return strings.Join(words, ", ")
}

// interval writes the bounds of an estimate, or nothing if both are missing.
func interval(e compare.Estimate, format func(float64) string) string {
	low, high := !math.IsInf(e.Low, 0) && !math.IsNaN(e.Low), !math.IsInf(e.High, 0) && !math.IsNaN(e.High)
	switch {
	case low && high:
		return format(e.Low) + " – " + format(e.High)
	case low:
		return "> " + format(e.Low)
	case high:
		return "< " + format(e.High)
	}
	return ""
}

// ratioTable holds the ratio of two contenders' times, by row and column.
type ratioTable struct {
	Columns []string // numbers of contenders
	Rows    []ratioRow
}

type ratioRow struct {
	Number int
	Label  string
	Cells  []ratioCell
}

type ratioCell struct {
	Self     bool
	Ratio    string
	Interval string
	Excluded int  // puzzles that one of the two did not finish
	Clear    bool // the interval excludes 1
}

// mostColumns is the number of contenders, from the first, that all are compared with, because of the page's width. If there are
// too many to plot, all are compared with only the first.
const mostColumns = 7

// ratios returns the table; it is empty if there are fewer than two contenders.
func ratios(report *compare.Report) ratioTable {
	n := len(report.Rows)
	if n < 2 {
		return ratioTable{}
	}
	columns := min(n, mostColumns)
	if n > mostCurves {
		columns = 1
	}
	var t ratioTable
	t.Columns = lists.Make(columns, func(over int) string { return strconv.Itoa(over + 1) })
	for of := range n {
		row := ratioRow{Number: of + 1, Label: report.Rows[of].Label}
		row.Cells = lists.Make(columns, func(over int) ratioCell { return newRatioCell(report, of, over) })
		t.Rows = append(t.Rows, row)
	}
	return t
}

func newRatioCell(report *compare.Report, of, over int) ratioCell {
	if of == over {
		return ratioCell{Self: true}
	}
	r := report.Ratio(of, over)
	if r.Pairs == 0 {
		return ratioCell{Ratio: "–", Excluded: r.Excluded}
	}
	e := r.Estimate
	if e.Low == 0 {
		e.Low = math.NaN() // bounds nothing
	}
	return ratioCell{Ratio: show.Ratio(e.Center), Interval: interval(e, show.Ratio), Excluded: r.Excluded, Clear: r.Low > 1 || r.High < 1}
}
