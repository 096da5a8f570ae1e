package report

import (
	"cmp"
	"fmt"
	"strconv"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/compare/table"
	"qmsat/encode/sat"
	"qmsat/model/engine"
)

// comparison is the JSON object of one engine in a comparison.
type comparison struct {
	contest
	Seconds     table.Figure `json:"seconds"` // of one round: the sum of the puzzles' medians; missing if the engine never ran
	OpenSeconds table.Figure `json:"open_seconds"`
	conditions
}

// CompareRecord returns the JSON object of a row.
func CompareRecord(set *compare.SetResult, row int, e compare.Environment) any {
	r := &set.Report.Rows[row]
	return comparison{contestOf(set, r), measured(r, r.Solve().Seconds()), opened(r), conditionsOf(e, set, row)}
}

// CompareText is a table with a row per engine.
func CompareText(set *compare.SetResult) string {
	t := table.Table[compare.Row]{
		Records: set.Report.Rows,
		Heading: "engine\tencoding\tpuzzles\tsolutions\tcompared\tunfinished\topen\tsolve\tper puzzle\teffort",
		Row: func(row compare.Row) string {
			solve := row.Solve().Seconds()
			return fmt.Sprintf("%s\t%s\t%d\t%s\t%s\t%d\t%s\t%s\t%s\t%v", row.Contender.Without(sat.Settings()...),
				cmp.Or(set.Encoding(row.Contender), "-"), row.Puzzles(), Solutions(&row), compared(set, &row), row.Unfinished(),
				opened(&row).Show(show.Seconds, ""), measured(&row, solve).Show(show.Seconds, ""),
				measured(&row, solve/float64(row.Puzzles())).Show(show.Seconds, ""), row.Effort)
		},
	}
	return t.Text()
}

// Solutions writes the number of solutions of a row, with ">=" if some search was not exhausted. For an engine that may fail it
// writes the number of solved puzzles.
func Solutions(row *compare.Row) string {
	switch {
	case row.Puzzles() == 0:
		return ""
	case row.MayFail():
		return fmt.Sprintf("%d of %d solved", row.Ended(engine.Solved), len(row.Outcomes))
	case !row.Complete():
		return ">=" + row.Solutions().String()
	}
	return row.Solutions().String()
}

// compared writes on how many puzzles another contender found the same as a row, or "-" if none could.
func compared(set *compare.SetResult, row *compare.Row) string {
	if !confirmable(set, row) {
		return "-"
	}
	return strconv.Itoa(row.Compared())
}

// measured returns a figure of a contender, missing if the contender never ran.
func measured(row *compare.Row, figure float64) table.Figure {
	return table.Known(row.Puzzles() > 0, figure)
}

// opened returns the seconds for opening, missing if opening did not finish.
func opened(row *compare.Row) table.Figure { return table.Known(row.Open != 0, row.Open.Seconds()) }
