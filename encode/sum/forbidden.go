package sum

import (
	"qmsat/encode/formula"
	"qmsat/model"
)

// The direct encoding of Walsh, SAT v CSP, 2000, on minimal partial tuples.
func init() {
	formula.LinearEncodings.Register("forbidden", formula.LinearEncoding{About: formula.About{
		Meaning: "a clause for each wrong choice of values", Paper: "Walsh 2000",
		Clauses: "≈ n³/3", Propagation: formula.AllButOne,
	}, Linear: forbiddenTuples})
}

// forbiddenTuples writes a clause against each minimal infeasible partial tuple: it cannot be completed, but each of its parts
// can. Tuples that an all-different constraint excludes need no clause.
func forbiddenTuples(c *formula.Compiler, constraint *model.Linear) error {
	t, err := newTuples(c, constraint, 1)
	if err != nil {
		return err
	}
	t.forbid(none(len(t.values)), 0)
	return nil
}

// forbid tries the terms from i on, each open or with one of its values, and writes a clause for every minimal p.
func (t *tuples) forbid(p partial, i int) {
	if !t.feasible(p) {
		if t.minimal(p) {
			t.c.Add(t.refute(p)...)
		}
		return
	}
	if i == len(p) {
		return
	}
	t.forbid(p, i+1)
	for k := range t.values[i] {
		if t.apart(p, i, k) {
			p[i] = k
			t.forbid(p, i+1)
			p[i] = open
		}
	}
}

// minimal reports whether p becomes feasible if any one of its values is left out.
func (t *tuples) minimal(p partial) bool {
	for i, k := range p {
		if k == open {
			continue
		}
		p[i] = open
		feasible := t.feasible(p)
		p[i] = k
		if !feasible {
			return false
		}
	}
	return true
}
