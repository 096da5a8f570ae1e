package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"qmsat/compare"
	"qmsat/internal/lists"
)

// timesHeading names the columns of [WriteTimes].
var timesHeading = []string{
	"set", "label", "file", "line", "puzzle", "count", "complete", "finished", "seconds", "arrivals", "outcome", "compared", "wrong",
}

// WriteTimes writes the data of the plots: comma-separated values, a heading and then a row per set, contender and puzzle. puzzle
// is for puzzles without a file. seconds has the time of each round. arrivals has the times in the first round after which 1, 2,
// 4, … solutions had been listed, in seconds. Both are separated by blanks. outcome says how the searches ended, or that there
// was none. compared says that another contender confirmed the result. wrong is the contender's fault.
func WriteTimes(w io.Writer, result *compare.SuiteResult) error {
	table := csv.NewWriter(w)
	table.Write(timesHeading)
	for _, set := range result.Sets {
		for i, row := range set.Report.Rows {
			wrong := map[int]string{} // by puzzle
			for _, f := range set.Report.Failures {
				if f.Contender == i {
					wrong[f.Index] = f.Reason
				}
			}
			for p := range row.Outcomes {
				o := &row.Outcomes[p]
				puzzle := set.Report.Puzzles[p]
				line, text, count := "", puzzle.Text, ""
				if puzzle.File != "" {
					line, text = strconv.Itoa(puzzle.Line), ""
				}
				if o.Ran() {
					count = o.Count.String()
				}
				table.Write([]string{
					set.Name, row.Label, puzzle.File, line, text, count, strconv.FormatBool(o.Exhausted()), strconv.FormatBool(o.Answered()),
					secondsList(o.Times), secondsList(o.Arrivals), o.String(), strconv.FormatBool(o.Compared), wrong[p],
				})
			}
		}
	}
	table.Flush()
	return table.Error()
}

// secondsList writes times in seconds, separated by blanks.
func secondsList(times []time.Duration) string {
	words := lists.Map(times, func(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'g', -1, 64) })
	return strings.Join(words, " ")
}
