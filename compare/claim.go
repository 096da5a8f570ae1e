package compare

import (
	"fmt"
	"strings"

	"qmsat/compare/show"
	"qmsat/internal/lists"
)

// Claim says how much was compared, and so how much an absence of disagreements means. Engines that may fail are not part of it,
// but their solutions are checked.
type Claim struct {
	Contenders    int  `json:"-"` // that could agree
	Puzzles       int  `json:"-"`
	Compared      int  `json:"compared"`      // puzzles that two contenders or more exhausted, or whose limit they met with the same solutions
	CutOff        int  `json:"cut_off"`       // puzzles on which a timeout or an interrupt ended some contender's search
	NotRun        int  `json:"not_run"`       // puzzles that some contender never ran on
	NotByAll      int  `json:"not_by_all"`    // puzzles that ended, but not as compared for each contender: most met the limit at other solutions
	Disagreements int  `json:"disagreements"` // failures of contenders to be right
	Crashes       int  `json:"failures"`      // failures of engines
	Stopped       bool `json:"stopped"`
}

// Claim returns the claim of the report.
func (report *Report) Claim() Claim {
	c := Claim{Puzzles: len(report.Puzzles), Stopped: report.Stopped}
	for _, f := range report.Failures {
		if f.Err != nil {
			c.Crashes++
		} else {
			c.Disagreements++
		}
	}
	rows := lists.Filter(report.Rows, func(row Row) bool { return !row.MayFail() })
	c.Contenders = len(rows)
	for p := range report.Puzzles {
		var compared, failed, cutOff, notRun int
		for _, row := range rows {
			switch o := &row.Outcomes[p]; {
			case !o.Ran():
				notRun++
			case o.Err != nil:
				failed++
			case !o.Answered():
				cutOff++
			case o.Compared:
				compared++
			}
		}
		if compared > 0 {
			c.Compared++
		}
		switch {
		case notRun > 0:
			c.NotRun++
		case cutOff > 0:
			c.CutOff++
		case compared+failed < len(rows):
			c.NotByAll++
		}
	}
	return c
}

// Claim returns the claim of all sets together.
func (s *SuiteResult) Claim() Claim {
	var c Claim
	for i := range s.Sets {
		c.Add(s.Sets[i].Report.Claim())
	}
	return c
}

// Add adds the claim for further puzzles.
func (c *Claim) Add(more Claim) {
	c.Contenders = max(c.Contenders, more.Contenders)
	c.Puzzles += more.Puzzles
	c.Compared += more.Compared
	c.CutOff += more.CutOff
	c.NotRun += more.NotRun
	c.NotByAll += more.NotByAll
	c.Disagreements += more.Disagreements
	c.Crashes += more.Crashes
	c.Stopped = c.Stopped || more.Stopped
}

// Bad reports whether something is wrong.
func (c Claim) Bad() bool { return c.Disagreements+c.Crashes > 0 }

// Whole reports whether there are puzzles and all contenders agree on all of them.
func (c Claim) Whole() bool {
	return c.Compared > 0 && c.Compared == c.Puzzles && c.CutOff+c.NotRun+c.NotByAll == 0 && !c.Bad() && !c.Stopped
}

// Extent says how many puzzles were compared, and why the others were not.
func (c Claim) Extent() string { return c.ExtentOf("puzzle") }

// ExtentOf is Extent for things other than puzzles.
func (c Claim) ExtentOf(thing string) string {
	switch {
	case c.Puzzles == 0:
		return "nothing compared: no " + thing + "s"
	case c.Contenders < 2 && c.NotRun+c.CutOff == 0:
		return fmt.Sprintf("nothing compared: %s on %s", show.Things(c.Contenders, "contender"), show.Things(c.Puzzles, thing))
	}
	text := fmt.Sprintf("%s of %s compared", show.Count(c.Compared), show.Things(c.Puzzles, thing))
	var rest []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{c.CutOff, "cut off"}, {c.NotRun, "not run"}, {c.NotByAll, "not by all contenders"},
	} {
		if part.n > 0 {
			rest = append(rest, show.Count(part.n)+" "+part.what)
		}
	}
	if len(rest) > 0 {
		text += "; " + strings.Join(rest, ", ")
	}
	return text
}

// Failed is the number of failures as text, or "".
func (c Claim) Failed() string {
	var parts []string
	if c.Disagreements > 0 {
		parts = append(parts, show.Things(c.Disagreements, "disagreement"))
	}
	if c.Crashes > 0 {
		parts = append(parts, show.Things(c.Crashes, "failure"))
	}
	return strings.Join(parts, ", ")
}

// String is all of it in one line. A stop of the comparison comes first.
func (c Claim) String() string {
	text := c.Extent()
	if failed := c.Failed(); failed != "" {
		text = failed + "; " + text
	} else if c.Whole() {
		text += ", no disagreement"
	}
	if c.Stopped {
		text = "stopped: " + text
	}
	return text
}
