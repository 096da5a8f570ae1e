package crosscheck

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"qmsat/compare"
)

// Summary says what was run.
type Summary struct {
	Models, Cubes, Runs int
	Refused             int // contenders whose engine does not take the model
	Unfinished          int // runs that a timeout cut off
	Exhausted           int // runs that found that there is no further solution
	Compared            int // cubes of which two contenders or more exhausted the search, so that their solutions are the same
	Solutions           *big.Int
	Disagreements       int
	Uses                []Use
}

// Use is how often an engine, or a value of a setting, took part.
type Use struct {
	Setting, Value string // "engine" and its name, "workers" and their number, or a setting and its value
	Runs           int
	Exhausted      int
	Solutions      *big.Int
}

func newSummary() *Summary { return &Summary{Solutions: new(big.Int)} }

// add enters the runs on a model; there is no report where a session failed to open.
func (s *Summary) add(c *Case, report *compare.Report, refused int) {
	s.Models++
	s.Cubes += len(c.Cubes)
	s.Refused += refused
	if report == nil {
		return
	}
	exhausted := make([]int, len(c.Cubes))
	for i := range report.Rows {
		row := &report.Rows[i]
		s.Runs += row.Puzzles()
		s.Exhausted += row.Complete()
		s.Unfinished += row.Unfinished()
		s.Solutions.Add(s.Solutions, row.Solutions())
		for p, o := range row.Outcomes {
			if o.Complete {
				exhausted[p]++
			}
		}
		s.use("engine", row.Contender.Engine.Name, row)
		for _, setting := range row.Contender.Engine.Settings {
			s.use(setting.Name, setting.Value(row.Contender.Options), row)
		}
		if row.Contender.Workers > 0 {
			s.use("workers", fmt.Sprint(row.Contender.Workers), row)
		}
	}
	for _, n := range exhausted {
		if n >= 2 {
			s.Compared++
		}
	}
}

// use enters a row under one of the things that it stands for. Engines stand first.
func (s *Summary) use(setting, value string, row *compare.Row) {
	key := func(u Use) string { return fmt.Sprint(u.Setting != "engine", u.Setting, " ", u.Value) }
	at, known := slices.BinarySearchFunc(s.Uses, key(Use{Setting: setting, Value: value}), func(u Use, k string) int {
		return cmp.Compare(key(u), k)
	})
	if !known {
		s.Uses = slices.Insert(s.Uses, at, Use{Setting: setting, Value: value, Solutions: new(big.Int)})
	}
	u := &s.Uses[at]
	u.Runs += row.Puzzles()
	u.Exhausted += row.Complete()
	u.Solutions.Add(u.Solutions, row.Solutions())
}
