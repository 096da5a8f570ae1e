package encode

import "qmsat/model"

func init() {
	RegisterSum(SumEncoding{
		Name:    "support",
		Summary: "a clause for each choice of all values but one: the values that the last may then have",
		Source:  "Gent, Arc consistency in SAT, 2002; Bacchus, GAC via unit propagation, 2007",
		Linear:  supportClauses,
		Size:    supportSize,
	})
}

// supportClauses writes, for each term and each choice of values for all others, that the term has one of the values
// that complete the choice. A choice is cut short where no completion is left.
func supportClauses(c *Compiler, _ int, constraint *model.Linear) error {
	t, err := newTuples(c, constraint, 0)
	if err != nil {
		return err
	}
	for target := range t.values {
		t.support(t.none(), target, 0)
	}
	return nil
}

// support extends p, whose terms below i but the target have a value, and writes the clauses for the target.
func (t *tuples) support(p partial, target, i int) {
	last := len(p) - 1
	if i == len(p) {
		t.supportClause(p, target)
		return
	}
	if !t.feasible(p) {
		// Every later target meets the same p while it is still to come; only the last of them writes the clause.
		if i > target || target == last {
			t.c.Add(t.refute(p)...)
		}
		return
	}
	if i == target {
		t.support(p, target, i+1)
		return
	}
	for k := range t.values[i] {
		if t.apart(p, i, k) {
			p[i] = k
			t.support(p, target, i+1)
			p[i] = open
		}
	}
}

// supportClause writes that the target has a value that completes p, in which it alone is open, unless every value does.
func (t *tuples) supportClause(p partial, target int) {
	clause := t.refute(p)
	supported := true
	for k := range t.values[target] {
		if !t.apart(p, target, k) {
			continue
		}
		p[target] = k
		if t.feasible(p) {
			clause = append(clause, t.literal(target, k))
		} else {
			supported = false
		}
		p[target] = open
	}
	if !supported {
		t.c.Add(clause...)
	}
}
