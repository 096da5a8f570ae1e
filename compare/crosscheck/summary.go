package crosscheck

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/native/frontier"
)

// Summary describes the runs.
type Summary struct {
	Seed       uint64 `json:"seed"`
	Models     int    `json:"models"`
	Cubes      int    `json:"cubes"`
	Runs       int    `json:"runs"`
	Refused    int    `json:"refused"`    // contenders whose engine does not take the model
	Unfinished int    `json:"unfinished"` // runs that a timeout cut off
	Exhausted  int    `json:"exhausted"`  // runs that exhausted the search
	// Shares says how many models have a kind of constraint, or a number of solutions, or had frontier share an automaton or use a
	// symmetry.
	Shares map[string]int `json:"shares"`
	// Claim counts the compared cubes. Its failures are models.
	compare.Claim
	Solutions *Digits `json:"solutions"`
	Uses      []Use   `json:"uses"`
}

// Digits is a count that is a text in objects.
type Digits struct{ big.Int }

// MarshalJSON writes the digits.
func (d *Digits) MarshalJSON() ([]byte, error) { return json.Marshal(d.String()) }

// UnmarshalJSON reads the digits.
func (d *Digits) UnmarshalJSON(text []byte) error { return d.UnmarshalText(bytes.Trim(text, `"`)) }

func (d *Digits) add(n *big.Int) { d.Add(&d.Int, n) }

// Use is how often an engine, or a value of a setting, took part.
type Use struct {
	Setting   string  `json:"setting"` // "engine" and its name, "workers" and their number, or a setting and its value
	Value     string  `json:"value"`
	Runs      int     `json:"runs"`
	Exhausted int     `json:"exhausted"`
	Solutions *Digits `json:"solutions"`
}

func newSummary() *Summary {
	return &Summary{Solutions: new(Digits), Shares: map[string]int{}, Uses: []Use{}}
}

// add adds the runs on a model. There is no report if a session failed to open.
func (s *Summary) add(c *Case, report *compare.Report, refused int) {
	s.Models++
	s.Cubes += len(c.Cubes)
	s.Refused += refused
	if report == nil {
		s.Claim.Add(compare.Claim{Contenders: len(c.Contenders), Puzzles: len(c.Cubes), NotRun: len(c.Cubes)})
		return
	}
	for share := range shares(c.Model, report) {
		s.Shares[share]++
	}
	claim := report.Claim()
	claim.Disagreements, claim.Crashes = 0, 0
	s.Claim.Add(claim)
	for i := range report.Rows {
		row := &report.Rows[i]
		s.Runs += row.Puzzles()
		s.Exhausted += row.Exhausted()
		s.Unfinished += row.CutOff()
		s.Solutions.add(row.Solutions())
		s.use("engine", row.Contender.Engine.Name, row)
		for _, setting := range drawable(row.Contender.Engine) {
			s.use(setting.Name, setting.Value(row.Contender.Options), row)
		}
		if row.Contender.Workers > 0 {
			s.use("workers", fmt.Sprint(row.Contender.Workers), row)
		}
	}
}

// shares returns the shares that a model counts for.
func shares(m *model.Model, report *compare.Report) map[string]bool {
	is := map[string]bool{}
	for _, c := range m.Constraints {
		is["kind "+c.Kind()] = true
	}
	var most *big.Int
	for i := range report.Rows {
		for _, o := range report.Rows[i].Outcomes {
			if o.Exhausted() && (most == nil || o.Count.Cmp(most) > 0) {
				most = o.Count
			}
		}
		for _, measure := range report.Rows[i].Effort {
			if alike := slices.Contains(frontier.Alike, measure.Name); alike && measure.Value > 0 {
				is["frontier "+measure.Name], is["frontier "+strings.Join(frontier.Alike, " or ")] = true, true
			}
		}
	}
	is["solutions "+bucket(most)] = true
	return is
}

// bucket names a range of numbers of solutions.
func bucket(n *big.Int) string {
	switch {
	case n == nil:
		return "not counted"
	case n.Cmp(big.NewInt(2)) < 0:
		return n.String()
	case n.Cmp(big.NewInt(1000)) <= 0:
		return "2 to 1,000"
	case n.Cmp(big.NewInt(100_000)) <= 0:
		return "1,001 to 100,000"
	default:
		return "more than 100,000"
	}
}

// use adds a row to the use of one engine, encoding or setting.
func (s *Summary) use(setting, value string, row *compare.Row) {
	u := s.useOf(setting, value)
	u.Runs += row.Puzzles()
	u.Exhausted += row.Exhausted()
	u.Solutions.add(row.Solutions())
}

// useOf returns the use of a name. It adds a missing one. Engines come first.
func (s *Summary) useOf(setting, value string) *Use {
	key := func(u Use) string { return fmt.Sprint(u.Setting != "engine", u.Setting, " ", u.Value) }
	at, known := slices.BinarySearchFunc(s.Uses, key(Use{Setting: setting, Value: value}), func(u Use, k string) int {
		return cmp.Compare(key(u), k)
	})
	if !known {
		s.Uses = slices.Insert(s.Uses, at, Use{Setting: setting, Value: value, Solutions: new(Digits)})
	}
	return &s.Uses[at]
}

// Text says the same to people; mark marks up what is bad.
func (s *Summary) Text(mark func(string) string) string {
	var text strings.Builder
	if s.Claim.Stopped {
		text.WriteString(mark("stopped") + " before the end\n")
	}
	fmt.Fprintf(&text, "seed %d: %d models, %d cubes, %d runs, %v solutions\n", s.Seed, s.Models, s.Cubes, s.Runs, s.Solutions)
	fmt.Fprintf(&text, "%d runs exhausted, %d cut off by the timeout, %d not started: the engine does not support the model\n", s.Exhausted, s.Unfinished, s.Refused)
	failed := "0 disagreements"
	if s.Claim.Bad() {
		failed = s.Claim.Failed()
	}
	text.WriteString(s.Claim.ExtentOf("cube") + "; " + failed)
	for _, group := range []string{"kind", "solutions", "frontier"} {
		var parts []string
		for _, share := range slices.Sorted(maps.Keys(s.Shares)) {
			if rest, is := strings.CutPrefix(share, group+" "); is {
				parts = append(parts, fmt.Sprintf("%s %d", rest, s.Shares[share]))
			}
		}
		if len(parts) > 0 {
			text.WriteString("\nmodels by " + group + ": " + strings.Join(parts, ", "))
		}
	}
	return text.String()
}

// UsesText returns the uses as a table.
func (s *Summary) UsesText() string { return (&table.Table[Use]{Records: s.Uses, Left: true}).Text() }
