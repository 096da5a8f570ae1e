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
	return writeOutcomes(w, timesHeading, result, func(write func(...string), o *compare.Outcome, wrong string) {
		count := ""
		if o.Ran() {
			count = o.Count.String()
		}
		write(count, strconv.FormatBool(o.Exhausted()), strconv.FormatBool(o.Answered()), secondsList(o.Times), secondsList(o.Arrivals),
			o.String(), strconv.FormatBool(o.Compared), wrong)
	})
}

// roundsHeading names the columns of [WriteRounds].
var roundsHeading = []string{"set", "label", "file", "line", "puzzle", "round", "seconds"}

// WriteRounds writes every measured time in a row of its own, as spreadsheets and statistics programs read them: a heading and then a
// row per set, contender, puzzle and round. Rounds are numbered from 1.
func WriteRounds(w io.Writer, result *compare.SuiteResult) error {
	return writeOutcomes(w, roundsHeading, result, func(write func(...string), o *compare.Outcome, _ string) {
		for i, time := range o.Times {
			write(strconv.Itoa(i+1), seconds(time))
		}
	})
}

// writeOutcomes writes comma-separated values with a heading. rows writes the rows of an outcome; each begins with the set, the
// contender and the puzzle.
func writeOutcomes(
	w io.Writer, heading []string, result *compare.SuiteResult, rows func(write func(...string), o *compare.Outcome, wrong string),
) error {
	table := csv.NewWriter(w)
	table.Write(heading)
	for _, set := range result.Sets {
		for i, row := range set.Report.Rows {
			wrong := map[int]string{} // by puzzle
			for _, f := range set.Report.Failures {
				if f.Contender == i {
					wrong[f.Index] = f.Reason
				}
			}
			for p := range row.Outcomes {
				puzzle := set.Report.Puzzles[p]
				line, text := "", puzzle.Text
				if puzzle.File != "" {
					line, text = strconv.Itoa(puzzle.Line), ""
				}
				rows(func(fields ...string) {
					table.Write(append([]string{set.Name, row.Label, puzzle.File, line, text}, fields...))
				}, &row.Outcomes[p], wrong[p])
			}
		}
	}
	table.Flush()
	return table.Error()
}

// secondsList writes times in seconds, separated by blanks.
func secondsList(times []time.Duration) string { return strings.Join(lists.Map(times, seconds), " ") }

func seconds(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'g', -1, 64) }
