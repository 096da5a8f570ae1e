package sum

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Path consistency of Montanari, Networks of constraints, 1974, added to support.
func init() {
	registerBlocks("pairs", false, formula.About{
		Meaning: "support, and a clause against each pair of values that no box has", Paper: "Montanari 1974",
		Clauses: "≈ 3n²", Propagation: formula.OfPairs,
	}, (*block).encodePairs)
}

// pairs says which pairs of choices some filling of a block has.
type pairs struct {
	b     *block
	found []bool // by ordered pair of choices, each choice with itself included; nil if every pair is assumed to occur
}

func (s *pairs) at(i, j int) *bool { return &s.found[i*len(s.b.choices)+j] }

func (s *pairs) occurs(i, j int) bool { return s.found == nil || *s.at(i, j) }

// possible reports whether there may be a filling.
func (s *pairs) possible() bool { return s.found == nil || slices.Contains(s.found, true) }

// pairs finds the pairs of choices that occur in a filling: it looks at the first fillings, and then searches for a filling with
// each pair not seen yet. A pair still undecided when the steps run out counts as found. That is sound: it only omits a clause.
func (b *block) pairs(shared map[string][]bool) *pairs {
	s := &pairs{b, nil}
	if len(b.choices) > b.c.Limits.PairChoices {
		return s
	}
	form := b.form()
	if s.found = shared[form]; s.found == nil {
		s.found = make([]bool, len(b.choices)*len(b.choices))
		s.find()
		shared[form] = s.found
	}
	var without [][]choice // some pairs that do not occur
	for n := 0; n < len(s.found); n += 1 + len(s.found)/23 {
		if x, y := b.choices[n/len(b.choices)], b.choices[n%len(b.choices)]; !s.found[n] && x.variable != y.variable {
			without = append(without, []choice{x, y})
		}
	}
	b.check("pairs", s.admits, without)
	return s
}

// admits reports whether every two choices of a filling are a known pair.
func (s *pairs) admits(p partial) bool {
	for i, k := range p {
		for j, l := range p[:i+1] {
			if !s.occurs(s.b.first[i]+k, s.b.first[j]+l) {
				return false
			}
		}
	}
	return true
}

// find looks for the pairs.
func (s *pairs) find() {
	b := s.b
	if !b.possible() {
		return
	}
	mark := func(p partial) {
		for i, k := range p {
			for j, l := range p {
				*s.at(b.first[i]+k, b.first[j]+l) = true
			}
		}
	}
	if b.fillings(b.c.Limits.ListedPairs, mark) {
		return
	}
	b.steps = b.c.Limits.BlockSteps
	p := none(len(b.vars))
	one := func(p partial) bool {
		mark(p)
		return false
	}
	for i, x := range b.choices {
		for j, y := range b.choices[:i+1] {
			if *s.at(i, j) || !b.c.Step() {
				continue
			}
			b.extend(p, slices.Compact([]choice{y, x}), one)
			if b.steps < 0 {
				*s.at(i, j), *s.at(j, i) = true, true
			}
		}
	}
}

// encodePairs excludes the pairs of values that no filling has, and writes the support clauses of the lines.
func (b *block) encodePairs(shared map[string][]bool) error { return b.pairs(shared).encode() }

func (s *pairs) encode() error {
	if !s.exclude() {
		return nil
	}
	for _, index := range s.b.sums {
		l, err := newLine(s, s.b.linear(index))
		if err != nil {
			return err
		}
		l.support(l.feasible)
	}
	return nil
}

// exclude writes that values without a filling are false, and the pairs of other values without a filling. It leaves pairs of the
// same value to the all-different constraint. If there is no filling, it writes the empty clause and returns false.
func (s *pairs) exclude() bool {
	b := s.b
	if s.found == nil {
		return true
	}
	if !s.possible() {
		b.c.Add()
		return false
	}
	for i, x := range b.choices {
		if !*s.at(i, i) {
			b.c.Add(-b.literal(x))
			continue
		}
		if !b.c.Work(i) {
			break
		}
		for j, y := range b.choices[:i] {
			same := x.variable == y.variable || b.numbers[x.variable][x.value] == b.numbers[y.variable][y.value]
			if *s.at(j, j) && !*s.at(i, j) && !same {
				b.c.Add(-b.literal(y), -b.literal(x))
			}
		}
	}
	return true
}

// line is a linear constraint of a block whose pairs of values are known.
type line struct {
	*tuples
	pairs *pairs
	first []int // by term: the index of the block's choice for its first value
}

func newLine(s *pairs, constraint *model.Linear) (*line, error) {
	t, err := newTuples(s.b.c, constraint, 0)
	if err != nil {
		return nil, err
	}
	first := func(t model.Term) int { return s.b.first[slices.Index(s.b.vars, t.Var)] }
	return &line{t, s, lists.Map(t.constraint.Terms, first)}, nil
}

// joins reports whether value k of the open term i makes a known pair with each of p's values.
func (l *line) joins(p partial, i, k int) bool {
	x := l.first[i] + k
	if !l.pairs.occurs(x, x) {
		return false
	}
	for j, fixed := range p {
		if fixed != open && !l.pairs.occurs(l.first[j]+fixed, x) {
			return false
		}
	}
	return true
}

// support writes the support clauses of the line that add something to the pairs.
func (l *line) support(feasible func(partial) bool) {
	supporter{l.tuples, l.joins, feasible}.write()
}
