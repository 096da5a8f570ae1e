package implied

import (
	"context"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
)

// Fact is a constraint that every solution of the model meets, and that no constraint of the model says alone.
type Fact struct {
	Constraint model.Constraint
	Rule       string             // how it was found, such as "innies and outies"
	From       []model.Constraint // the constraints that it was found from
	// Same holds two sets of cells that have the same values, if that is all the fact says; otherwise both are nil.
	Same [2][]model.Var
	size int   // the number of variables
	from []int // the numbers of From
	text func(m *model.Model) string
}

// Text says the fact in plain words. m is the model.
func (f *Fact) Text(m *model.Model) string { return f.text(m) }

// namesOf lists the names of variables.
func namesOf(m *model.Model, variables []model.Var) string {
	return strings.Join(lists.Map(variables, m.NameOf), " ")
}

// maxWork bounds the steps of each search, so that Find takes some hundredths of a second at most. What it finds within the bound
// does not depend on the machine.
const maxWork = 1_000_000

// maxScope is the number of variables from which a constraint is no house and no sum.
const maxScope = 100

// finder looks for facts of a model.
type finder struct {
	model      *model.Model
	watch      *stop.Watch
	exclusions *Exclusions
	inSets     [][]int // by variable: the known sets of different variables that it is in
	work       int     // left
	houses     []house
	houseKeys  map[string]bool
	pieces     []equation // what sums may be reduced by
	at         [][]int    // by variable: its pieces
	kept       []equation // facts of a round
	fixed      []bool     // by variable: whether a fact fixes it
	facts      []Fact
	known      map[string]bool // the keys of equations that are constraints, facts, or sums of a house
	// During a reduction only:
	coefficients []int  // by variable, of the current equation
	seen         []bool // by piece: whether it was looked at
	list         []int  // of pieces
}

// Find returns facts of a valid model with these exclusions, those with fewest variables first. The error is why the context ended.
func Find(ctx context.Context, m *model.Model, exclusions *Exclusions) ([]Fact, error) {
	f := &finder{model: m, exclusions: exclusions, watch: stop.NewWatch(ctx), known: map[string]bool{}, houseKeys: map[string]bool{},
		fixed: make([]bool, len(m.Variables))}
	for _, find := range []func(){f.findHouses, f.findCliques, f.findSums, f.findValues, f.findOverlaps} {
		f.work = maxWork
		find()
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	slices.SortStableFunc(f.facts, func(a, b Fact) int { return a.size - b.size })
	return f.facts, nil
}

// over counts work, and reports whether it must end.
func (f *finder) over(work int) bool {
	f.work -= work
	return f.work < 0 || f.watch.Over(work) != nil
}

// add adds a fact that follows from the constraints with the given numbers.
func (f *finder) add(c model.Constraint, rule string, from []int, text func(m *model.Model) string) {
	slices.Sort(from)
	from = slices.Compact(from)
	f.facts = append(f.facts, Fact{
		Constraint: c, Rule: rule, From: lists.Map(from, func(i int) model.Constraint { return f.model.Constraints[i] }),
		size: len(c.Scope()), from: from, text: text,
	})
}
