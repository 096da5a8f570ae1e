package logic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qmsat/model"
	"qmsat/native/bitset"
)

// Candidate is a value of a cell, numbered as the board numbers it.
type Candidate struct {
	Cell  model.Var
	Value int
}

// Step is one deduction: the placements and eliminations follow from the pattern. Each technique chooses which fields of the
// pattern it uses; pictures colour them.
type Step struct {
	Technique    *Technique
	Values       []int            // of the pattern
	Cells        []model.Var      // of the pattern
	Houses       []int            // of the pattern, by index in Board.Houses: the base of a fish
	Covers       []int            // the houses that cover the base of a fish
	Fins         []model.Var      // cells added to the pattern; the step assumes that they fail
	Chains       [][]Link         // each from its start
	Note         string           // text in brackets or at the end of the pattern
	Constraint   model.Constraint // the basis of the step, in techniques of constraints other than all-different
	sum          *model.Linear    // the constraint if it is a sum
	Placements   []Candidate
	Eliminations []Candidate // sorted by cell, then value; for a locked set by house first
}

// Link is a node of a chain: one candidate, or one of several in the given cells, that is on or off. The link before it implies
// that.
type Link struct {
	Cells []model.Var
	Value int
	On    bool
}

// Rating returns Sudoku Explainer's rating of the step.
func (s *Step) Rating(b *Board) float64 {
	if s.Technique.Rate != nil {
		return s.Technique.Rate(b, s)
	}
	return s.Technique.Rating
}

// eliminate adds a value of some cells to the eliminations.
func (s *Step) eliminate(cells bitset.Set, value int) {
	for v := range cells.All() {
		s.Eliminations = append(s.Eliminations, Candidate{model.Var(v), value})
	}
}

// eliminateFrom adds values of a cell to the eliminations.
func (s *Step) eliminateFrom(v model.Var, values uint64) {
	for value := range bitsOf(values) {
		s.Eliminations = append(s.Eliminations, Candidate{v, value})
	}
}

// effect reports whether the step changes anything. It sorts its eliminations and removes repeats.
func (s *Step) effect() bool {
	slices.SortFunc(s.Eliminations, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Value, b.Value))
	})
	s.Eliminations = slices.Compact(s.Eliminations)
	return len(s.Placements)+len(s.Eliminations) > 0
}

// Text writes the step in HoDoKu's form: "Naked Pair: 3,7 in r2c15 => r2c3<>3", "Hidden Single: r9c3=7".
func (s *Step) Text(b *Board) string {
	text := s.Technique.Title
	if pattern := s.Pattern(b); pattern != "" {
		text += ": " + pattern
	}
	if s.Technique.Level == Easy {
		return text + ": " + s.Effect(b)
	}
	return text + " => " + s.Effect(b)
}

// StepRecord is the JSON form of a step.
type StepRecord struct {
	Technique    *Technique        `json:"technique"`
	Text         string            `json:"text"`
	Words        string            `json:"words"` // in plain words: why it holds, and what follows
	Score        int               `json:"score"`
	Level        Level             `json:"level"`
	Rating       float64           `json:"rating"`
	Placements   []CandidateRecord `json:"placements"`
	Eliminations []CandidateRecord `json:"eliminations"`
}

// CandidateRecord is the JSON form of a candidate.
type CandidateRecord struct {
	Cell  string `json:"cell"`
	Value int    `json:"value"`
}

// Record returns the JSON form of the step.
func (s *Step) Record(b *Board) StepRecord {
	records := func(list []Candidate) []CandidateRecord {
		records := []CandidateRecord{}
		for _, c := range list {
			records = append(records, CandidateRecord{b.Model.NameOf(c.Cell), b.Number(c.Value)})
		}
		return records
	}
	t := s.Technique
	return StepRecord{t, s.Text(b), s.Words(b), t.Score, t.Level, s.Rating(b), records(s.Placements), records(s.Eliminations)}
}

// Pattern writes the basis of the step: "3,7 in r2c15". It is empty if the effect is enough, as for singles.
func (s *Step) Pattern(b *Board) string {
	if s.Technique.Describe != nil {
		return s.Technique.Describe(b, s)
	}
	return b.valueNames(s.Values, ",") + " in " + b.CellNames(s.Cells)
}

// Effect writes the placements and eliminations: "r9c3=7", or "r2c3<>3, r2c36<>7", the value of the first cell first.
func (s *Step) Effect(b *Board) string {
	var parts []string
	write := func(list []Candidate, sign string) {
		cells, order := map[int][]model.Var{}, []int{}
		for _, c := range list {
			if cells[c.Value] == nil {
				order = append(order, c.Value)
			}
			cells[c.Value] = append(cells[c.Value], c.Cell)
		}
		for _, value := range order {
			parts = append(parts, b.CellNames(cells[value])+sign+b.valueNames([]int{value}, ""))
		}
	}
	write(s.Placements, "=")
	write(s.Eliminations, "<>")
	return strings.Join(parts, ", ")
}

// Check reports an elimination of a value that some solution has, or a placement that some solution contradicts. truth holds the
// values of each variable in the solutions.
func (s *Step) Check(b *Board, truth []model.Domain) error {
	wrong := func(c Candidate, is string) error {
		return fmt.Errorf("%s: in a solution %s %s %d", s.Text(b), b.Model.NameOf(c.Cell), is, b.Number(c.Value))
	}
	for _, c := range s.Eliminations {
		if truth[c.Cell].Contains(b.Number(c.Value)) {
			return wrong(c, "is")
		}
	}
	for _, c := range s.Placements {
		if !truth[c.Cell].Minus(model.Values(b.Number(c.Value))).Empty() {
			return wrong(c, "is not")
		}
	}
	return nil
}
