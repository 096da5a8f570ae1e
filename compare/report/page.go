package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/model/draw"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// page is what the frame is filled with.
type page struct {
	Style       template.CSS
	Environment [][2]string // names and values
	Verdict     verdict
	Sets        []section
}

// verdict is what a reader wants to know first.
type verdict struct {
	Bad  bool
	Text string
}

// section is the part of the page on one set of puzzles.
type section struct {
	ID, Name, Description string
	Title                 string // how much was run
	Verdict               verdict
	Puzzles               string // how many
	CutOff, Disagreements int    // searches, failures
	Fastest               fastest
	Contenders            []contender
	Ratios                ratioTable
	Figures               []figure
	Failures              []failure
	MoreFailures          int           // that are not listed
	Smallest              template.HTML // the smallest puzzle on which contenders differ, drawn; "" where it cannot be
}

// failure is a puzzle on which a contender was caught.
type failure struct {
	Where, Puzzle, Contender, Reason string
}

// shownFailures is how many failures of a set are listed; all are in the results beside the page.
const shownFailures = 20

// Write writes the page.
func Write(w io.Writer, result *compare.SuiteResult) error {
	p := page{Style: template.CSS(pageCSS), Environment: environment(result.Environment), Verdict: overall(result)}
	for i := range result.Sets {
		p.Sets = append(p.Sets, newSection(&result.Sets[i], i+1, len(result.Sets)))
	}
	return pageTemplate.Execute(w, p)
}

func newSection(set *compare.SetResult, number, of int) section {
	s := section{
		ID: fmt.Sprintf("set-%d", number), Name: set.Name, Description: set.Description, Title: set.Title(),
		Verdict: verdictOn(set.Report), Puzzles: show.Count(len(set.Report.Puzzles)), CutOff: cutOff(set.Report),
		Disagreements: len(set.Report.Failures), Fastest: fastestOf(set.Report),
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
func smallest(set *compare.SetResult) template.HTML {
	f, failed := set.Report.Smallest()
	if !failed || set.Model == nil || set.Model.Grid == nil || set.Model.Grid.Cells() > mostDrawn {
		return ""
	}
	givens := slices.Concat(set.Givens, f.Puzzle.Cube)
	drawn, err := draw.Element(set.Model, []draw.Picture{{Caption: "the smallest puzzle on which contenders differ", Givens: givens}})
	if err != nil {
		return ""
	}
	return picture(drawn)
}

// verdictOn says whether the contenders of a set agree, and on what.
func verdictOn(report *compare.Report) verdict {
	if n := len(report.Failures); n > 0 {
		return verdict{true, fmt.Sprintf("Disagreements: %d.", n)}
	}
	text := fmt.Sprintf("No disagreement among %d contenders.", len(report.Rows))
	if len(report.Rows) == 1 {
		text = "Every solution was checked; there is no other contender to agree with."
	}
	if n := cutOff(report); n > 0 {
		text += fmt.Sprintf(" Searches cut off: %d.", n)
	} else if report.Stopped {
		text += " The comparison was stopped before its end."
	}
	return verdict{false, text}
}

// cutOff returns how many searches were cut off.
func cutOff(report *compare.Report) int {
	n := 0
	for i := range report.Rows {
		n += report.Rows[i].Unfinished()
	}
	return n
}

// overall says whether all contenders of all sets agree.
func overall(result *compare.SuiteResult) verdict {
	puzzles, failures := 0, 0
	for _, set := range result.Sets {
		puzzles += len(set.Report.Puzzles)
		failures += len(set.Report.Failures)
	}
	on := "on " + show.Things(puzzles, "puzzle")
	if len(result.Sets) > 1 {
		on += " in " + show.Things(len(result.Sets), "set")
	}
	if failures > 0 {
		return verdict{true, "✗ " + show.Things(failures, "disagreement") + " " + on + "."}
	}
	return verdict{false, "✓ No disagreement " + on + "."}
}

// fastest is the contender with the shortest median time; both are "" where no median is known.
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

// environment lists what the results depend on beside models and puzzles.
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
