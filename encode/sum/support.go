package sum

import (
	"qmsat/encode/formula"
	"qmsat/model"
)

// Gent, Arc consistency in SAT, 2002; Bacchus, GAC via unit propagation, 2007.
func init() {
	formula.LinearEncodings.Register("support", formula.LinearEncoding{About: formula.About{
		Meaning: "the other values imply which values one may have", Paper: "Gent 2002",
		Clauses: "≈ 3n²", Propagation: formula.AllButTwo,
	}, Linear: supportClauses})
}

// supportClauses takes each choice of values for all terms but one, and writes that the last term has one of the values that
// complete it. It abandons a choice as soon as no completion is left.
func supportClauses(c *formula.Compiler, constraint *model.Linear) error {
	t, err := newTuples(c, constraint, 0)
	if err != nil {
		return err
	}
	supporter{t, t.apart, t.feasible}.write()
	return nil
}

// supporter writes the support clauses of a linear constraint, knowing what other clauses already exclude.
type supporter struct {
	*tuples
	joins    func(p partial, i, k int) bool // term i, which is open, may have value k together with p
	feasible func(p partial) bool           // p can be completed
}

func (s supporter) write() {
	for target := range s.values {
		s.extend(none(len(s.values)), target, 0)
	}
}

// extend extends p to the terms from i on and writes the clauses for the target. The terms below i have a value, except the
// target.
func (s supporter) extend(p partial, target, i int) {
	switch {
	case i == len(p):
		s.clause(p, target)
	case !s.feasible(p):
		// Several targets could lead to the same p while they are open; only the last of them writes the clause.
		if i > target || target == len(p)-1 {
			s.c.Add(s.refute(p)...)
		}
	case i == target:
		s.extend(p, target, i+1)
	default:
		for k := range s.values[i] {
			if s.joins(p, i, k) {
				p[i] = k
				s.extend(p, target, i+1)
				p[i] = open
			}
		}
	}
}

// clause writes that the target has a value that completes p; only the target is open in p. It writes nothing if all values that
// other clauses leave complete p.
func (s supporter) clause(p partial, target int) {
	clause := s.refute(p)
	supported := true
	for k := range s.values[target] {
		if !s.joins(p, target, k) {
			continue
		}
		p[target] = k
		if s.feasible(p) {
			clause = append(clause, s.literal(target, k))
		} else {
			supported = false
		}
		p[target] = open
	}
	if !supported {
		s.c.Add(clause...)
	}
}
