package report

import (
	"cmp"
	"fmt"
	"io"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/compare/table"
	"qmsat/encode/sat"
)

// bench is the JSON object of one engine and encoding in a benchmark. Times are in seconds, missing if nothing was measured. The
// times of puzzles are a median over puzzles with its interval of 95 % confidence.
type bench struct {
	contest
	Variables    *int         `json:"variables"` // null for engines without a formula
	Clauses      *int64       `json:"clauses"`
	Literals     *int64       `json:"literals"`
	BuildSeconds table.Figure `json:"build_seconds"`
	Median       table.Figure `json:"seconds"`
	Low          table.Figure `json:"seconds_low"` // missing if there are too few times for an interval
	High         table.Figure `json:"seconds_high"`
	Bounded      bool         `json:"seconds_bounded"` // the median is a lower bound: too many searches were cut off
	Total        table.Figure `json:"seconds_total"`   // of all rounds
	conditions
}

// BenchRecord returns the JSON object of a row.
func BenchRecord(set *compare.SetResult, row int, e compare.Environment) any {
	return newBench(set, row, e)
}

func newBench(set *compare.SetResult, i int, e compare.Environment) bench {
	row := &set.Report.Rows[i]
	summary := row.Summary()
	r := bench{
		contest: contestOf(set, row), BuildSeconds: opened(row), Median: measured(row, summary.Center),
		Low: table.Known(summary.Values > 0, summary.Low), High: table.Known(summary.Values > 0, summary.High),
		Bounded: summary.Bounded, Total: measured(row, row.Total().Seconds()), conditions: conditionsOf(e, set, i),
	}
	if i < len(set.Sizes) && set.Sizes[i] != nil { // it has a formula, and the size was requested
		size := set.Sizes[i]
		r.Variables, r.Clauses, r.Literals = &size.Variables, &size.Clauses, &size.Literals
	}
	return r
}

// BenchText is a table with a row per engine and encoding, then one of the ratios of their times, if there are two engines.
func BenchText(set *compare.SetResult) string {
	lines := []string{"engine\tencoding\tvariables\tclauses\tliterals\tbuild\tmedian\tlow\thigh\ttotal\tunfinished\tsolutions\tcompared\teffort"}
	for i := range set.Report.Rows {
		row := &set.Report.Rows[i]
		r := newBench(set, i, compare.Environment{})
		size := "\t\t"
		if r.Variables != nil {
			size = fmt.Sprintf("%d\t%d\t%d", *r.Variables, *r.Clauses, *r.Literals)
		}
		median := r.Median.Show(show.Seconds, "")
		if r.Bounded {
			median = ">" + median
		}
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%v", row.Contender.Without(sat.Settings()...),
			cmp.Or(r.Encoding, "-"), size, r.BuildSeconds.Show(show.Seconds, ""), median, r.Low.Show(show.Seconds, ""), r.High.Show(show.Seconds, ""),
			r.Total.Show(show.Seconds, ""), row.Unfinished(), Solutions(row), compared(set, row), r.Effort))
	}
	var ratios table.Table[ratioRecord]
	for _, r := range set.Report.Ratios() {
		ratios.Records = append(ratios.Records, newRatioRecord(set.Report, r))
	}
	if len(ratios.Records) == 0 {
		return table.Align(lines)
	}
	return table.Align(lines) + "\n" + ratios.Text() + "\n"
}

// csvRecord is a row of the comma-separated values: a bench, and further columns.
type csvRecord struct {
	bench
	compare.Environment
	Engine        string       `json:"engine"` // with its settings
	Disagreements int          `json:"disagreements"`
	Ratio         table.Figure `json:"ratio"` // of the times to those of the first engine
	RatioLow      table.Figure `json:"ratio_low"`
	RatioHigh     table.Figure `json:"ratio_high"`
	RatioPairs    int          `json:"ratio_pairs"`
}

// WriteCSV writes comma-separated values: a row per engine under a heading.
func WriteCSV(w io.Writer, e compare.Environment, set *compare.SetResult) error {
	var t table.Table[csvRecord]
	for row := range set.Report.Rows {
		r := newBench(set, row, e)
		ratio := newRatioRecord(set.Report, compare.PairRatio{Of: row, Ratio: set.Report.Ratio(row, 0)})
		t.Records = append(t.Records, csvRecord{
			r, e, set.Report.Rows[row].Contender.Without(sat.Settings()...), len(r.Disagreements),
			ratio.Ratio, ratio.Low, ratio.High, ratio.Pairs,
		})
	}
	return t.WriteCSV(w, "engine", "encoding", "puzzles", "rounds", "seed", "count", "complete", "variables", "clauses", "literals",
		"build_seconds", "seconds", "seconds_low", "seconds_high", "seconds_total", "effort", "set", "label", "delta", "warm_up",
		"unfinished", "disagreements", "ratio", "ratio_low", "ratio_high", "ratio_pairs", "cpu", "cpus", "os", "arch", "go", "commit",
		"modified", "date", "command", "stopped", "compared", "cut_off", "not_run", "solved", "stuck")
}
