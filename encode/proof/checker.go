package proof

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"qmsat/encode"
	"qmsat/encode/propagate"
)

// Checker holds clauses and checks that others follow from them by reverse unit propagation (Goldberg and Novikov,
// Verification of proofs of unsatisfiability for CNF formulas, DATE 2003): the negation of the clause is assumed, and unit
// propagation must meet a conflict. A check takes time about linear in what it propagates. The zero Checker has no clauses
// and can delete none.
type Checker struct {
	clauses propagate.Propagator
	numbers map[string][]int // of the clauses, by their literals; nil where none can be deleted
}

// NewChecker returns a checker without clauses from which clauses can be deleted, which takes some memory for each.
func NewChecker() *Checker { return &Checker{numbers: map[string][]int{}} }

// Clause adds a clause that is taken for granted. It implements [encode.Sink].
func (c *Checker) Clause(literals []encode.Literal) {
	number := c.clauses.Add(literals)
	if c.numbers != nil {
		key := keyOf(literals)
		c.numbers[key] = append(c.numbers[key], number)
	}
}

// ErrNotImplied says that unit propagation does not show a lemma to follow from the clauses.
var ErrNotImplied = errors.New("does not follow by unit propagation")

// Lemma adds a clause that follows from the others by reverse unit propagation; where it does not, it returns
// [ErrNotImplied] and adds nothing.
func (c *Checker) Lemma(literals []encode.Literal) error {
	for _, l := range literals {
		c.clauses.Decide(-l)
	}
	implied := !c.clauses.Consistent()
	for range literals {
		c.clauses.Undo()
	}
	if !implied {
		return cmp.Or(c.clauses.Err(), ErrNotImplied)
	}
	c.Clause(literals)
	return nil
}

// Redundant adds a lemma that follows by reverse unit propagation, or that has with each clause that its first literal's negation is in a
// resolvent that does: then the clauses have a model with the lemma if they have one without. Otherwise it returns [ErrNotImplied] and adds
// nothing.
func (c *Checker) Redundant(lemma []encode.Literal) error {
	err := c.Lemma(lemma)
	if !errors.Is(err, ErrNotImplied) || len(lemma) == 0 || c.clauses.Value(-lemma[0]) > 0 {
		return err
	}
	for _, clause := range c.clauses.With(-lemma[0]) {
		decided := 0
		for _, l := range lemma {
			c.clauses.Decide(-l)
			decided++
		}
		for _, l := range clause {
			if l != -lemma[0] {
				c.clauses.Decide(-l)
				decided++
			}
		}
		implied := !c.clauses.Consistent()
		for range decided {
			c.clauses.Undo()
		}
		if !implied {
			return ErrNotImplied
		}
	}
	c.Clause(lemma)
	return nil
}

// Delete removes one copy of a clause, if there is one, and reports whether there was; the order of its literals does not matter. What
// unit propagation has found so far stays, since it followed when it was found.
func (c *Checker) Delete(literals []encode.Literal) bool {
	key := keyOf(literals)
	copies := c.numbers[key]
	if len(copies) == 0 {
		return false
	}
	last := len(copies) - 1
	c.clauses.Remove(copies[last])
	c.numbers[key] = copies[:last]
	return true
}

// Refuted reports whether the clauses were found to have no model.
func (c *Checker) Refuted() bool { return !c.clauses.Consistent() }

// keyOf returns a map key that is the same for all orders of the literals, repeated ones among them.
func keyOf(literals []encode.Literal) string {
	sorted := slices.Sorted(slices.Values(literals))
	var key []byte
	for _, l := range slices.Compact(sorted) {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}
