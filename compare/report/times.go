package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"qmsat/compare"
)

// timesHeading names the columns of [WriteTimes].
var timesHeading = []string{"set", "label", "file", "line", "puzzle", "count", "complete", "finished", "seconds", "arrivals"}

// WriteTimes writes what the plots are made of: comma-separated values, a heading and then a row per set, contender and puzzle
// that it ran on. puzzle is for those that stand in no file. seconds has the time of each round; arrivals when, in the first,
// 1, 2, 4, … solutions had been listed, in seconds as well. Both are parted by blanks.
func WriteTimes(w io.Writer, result *compare.SuiteResult) error {
	table := csv.NewWriter(w)
	if err := table.Write(timesHeading); err != nil {
		return err
	}
	for _, set := range result.Sets {
		for _, row := range set.Report.Rows {
			for p := range row.Outcomes {
				o := &row.Outcomes[p]
				if !o.Ran() {
					continue
				}
				puzzle := set.Report.Puzzles[p]
				line, text := "", puzzle.Text
				if puzzle.File != "" {
					line, text = strconv.Itoa(puzzle.Line), ""
				}
				if err := table.Write([]string{
					set.Name, row.Label, puzzle.File, line, text, o.Count.String(), strconv.FormatBool(o.Complete),
					strconv.FormatBool(o.Finished), secondsList(o.Times), secondsList(o.Arrivals),
				}); err != nil {
					return err
				}
			}
		}
	}
	table.Flush()
	return table.Error()
}

// secondsList writes times in seconds, parted by blanks.
func secondsList(times []time.Duration) string {
	words := make([]string, len(times))
	for i, t := range times {
		words[i] = strconv.FormatFloat(t.Seconds(), 'g', -1, 64)
	}
	return strings.Join(words, " ")
}
