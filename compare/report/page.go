package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/internal/lists"
	"qmsat/model/document"
	"qmsat/model/draw"
)

// The files of a report, in a folder.
const (
	PageFile    = "index.html"
	ResultsFile = "results.jsonl"
)

// page is what the page shows.
type page struct {
	Environment [][2]string // names and values
	Verdict     verdict
	Sets        []section
}

// verdict is the summary at the top.
type verdict struct {
	compare.Claim
	Text string
}

// section is the part of the page on one set of puzzles.
type section struct {
	ID, Name, Description string
	Title                 string // how much was run
	Verdict               verdict
	Disagreements         int // failures of all sorts
	Fastest               fastest
	Contenders            []contender
	Ratios                ratioTable
	Figures               []figure
	Failures              []failure
	MoreFailures          int    // that are not listed
	Smallest              string // drawing of the smallest puzzle on which contenders differ; "" if it cannot be drawn
}

// failure is a puzzle on which a contender is wrong.
type failure struct {
	Where, Puzzle, Contender, Reason string
}

// shownFailures is how many failures of a set are listed; the file of results next to the page has all.
const shownFailures = 20

// Write writes the page.
func Write(w io.Writer, result *compare.SuiteResult) error {
	in := ""
	if len(result.Sets) > 1 {
		in = " in " + show.Things(len(result.Sets), "set")
	}
	p := page{Environment: environment(result.Environment), Verdict: verdictOn(result.Claim(), in)}
	p.Sets = lists.Make(len(result.Sets), func(i int) section { return newSection(&result.Sets[i], i+1, len(result.Sets)) })
	return p.node().Render(w)
}

func newSection(set *compare.SetResult, number, of int) section {
	s := section{
		ID: fmt.Sprintf("set-%d", number), Name: set.Name, Description: set.Description, Title: set.Title(),
		Verdict: verdictOn(set.Report.Claim(), ""), Disagreements: len(set.Report.Failures), Fastest: fastestOf(set.Report),
		Contenders: contenders(set), Ratios: ratios(set.Report), Figures: figures(set), Smallest: smallest(set),
	}
	if s.Name == "" && of > 1 {
		s.Name = fmt.Sprintf("Set %d", number)
	}
	for i, f := range set.Report.Failures {
		if i == shownFailures {
			s.MoreFailures = len(set.Report.Failures) - shownFailures
			break
		}
		where := ""
		if f.Puzzle.File != "" {
			where = f.Puzzle.File + ":" + strconv.Itoa(f.Puzzle.Line)
		}
		s.Failures = append(s.Failures, failure{where, f.Puzzle.Text, f.Label, f.Reason})
	}
	return s
}

// mostDrawn is the largest number of cells of a puzzle that is drawn.
const mostDrawn = 1000

// smallest draws the smallest puzzle on which contenders differ.
func smallest(set *compare.SetResult) string {
	f, failed := set.Report.Smallest()
	if !failed || set.Model == nil || set.Model.Grid == nil || set.Model.Grid.Cells() > mostDrawn {
		return ""
	}
	givens := slices.Concat(set.Givens, f.Puzzle.Cube)
	drawn, err := draw.Element(document.New(set.Model), []draw.Picture{{Caption: "the smallest puzzle on which contenders differ", Givens: givens}})
	if err != nil {
		return ""
	}
	return drawn
}

// verdictOn says what was compared, and whether contenders differ. A stop of the comparison comes first. A tick is shown only if
// everything was compared. in names the set, if there are several.
func verdictOn(c compare.Claim, in string) verdict {
	on := " on " + show.Things(c.Puzzles, "puzzle") + in
	extent := c.Extent()
	extent = strings.ToUpper(extent[:1]) + extent[1:] + "."
	text := ""
	if c.Stopped {
		text = "Stopped before the end. "
	}
	switch {
	case c.Bad():
		text += "✗ " + c.Failed() + on + ". " + extent
	case c.Whole():
		text += "✓ No disagreement" + on + ": all were compared."
	case c.Compared > 0:
		text += extent + " No disagreement on these."
	default:
		text += extent
	}
	return verdict{c, text}
}

// fastest is the contender with the shortest median time; both are "" if no median is known.
type fastest struct{ Label, Time string }

func fastestOf(report *compare.Report) fastest {
	var found fastest
	best := 0.0
	for i := range report.Rows {
		s := report.Rows[i].Summary()
		if s.Values > 0 && !s.Bounded && (found.Label == "" || s.Center < best) {
			best = s.Center
			found = fastest{report.Rows[i].Label, show.Seconds(best)}
		}
	}
	return found
}

// environment lists what the results depend on, apart from models and puzzles.
func environment(e compare.Environment) [][2]string {
	return [][2]string{
		{"Command", e.Command},
		{"Date", e.Date.Format("2006-01-02 15:04:05 UTC")},
		{"Processor", e.CPU + ", " + show.Things(e.CPUs, "CPU")},
		{"System", e.OS + "/" + e.Arch},
		{"Go", e.Go},
		{"Commit", e.ShortCommit()},
	}
}
