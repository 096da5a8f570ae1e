package proof

import (
	"encoding/binary"
	"errors"
	"slices"

	"qmsat/encode"
)

// Checker holds clauses and checks that others follow from them by reverse unit propagation (Goldberg and Novikov,
// Verification of proofs of unsatisfiability for CNF formulas, DATE 2003): the negation of the clause is assumed, and unit
// propagation must meet a conflict. Two literals of each clause are watched (Moskewicz et al., Chaff, DAC 2001), so that a
// check takes time about linear in what it propagates. The zero value has no clauses.
type Checker struct {
	clauses []clause
	index   map[string][]int32 // the clauses by their literals, once it was asked for

	values   []int8    // by variable: 1 true, -1 false, 0 open
	watches  [][]watch // by literal: the clauses that watch it
	trail    []encode.Literal
	done     int  // how much of the trail was propagated
	root     int  // how much of the trail holds without assumption
	conflict bool // the clauses are found to have no model
}

// clause has its watched literals in front; nil after deletion.
type clause []encode.Literal

// watch is a clause that watches a literal, and another of its literals: while that is true there is nothing to do.
type watch struct {
	clause int32
	other  encode.Literal
}

// Clause adds a clause that is taken for granted. It implements [encode.Sink].
func (c *Checker) Clause(literals []encode.Literal) { c.add(normalized(literals)) }

// ErrNotImplied says that unit propagation does not show a lemma to follow from the clauses.
var ErrNotImplied = errors.New("does not follow by unit propagation")

// Lemma adds a clause that follows from the others by reverse unit propagation; where it does not, it returns
// [ErrNotImplied] and adds nothing.
func (c *Checker) Lemma(literals []encode.Literal) error {
	lemma := normalized(literals)
	if !c.implied(lemma) {
		return ErrNotImplied
	}
	c.add(lemma)
	return nil
}

// ErrNoClause says that a clause to be deleted is not there.
var ErrNoClause = errors.New("is not among the clauses")

// Delete removes one copy of a clause; the order of its literals does not matter. What unit propagation has found so far
// stays, since it followed when it was found.
func (c *Checker) Delete(literals []encode.Literal) error {
	if c.index == nil {
		c.index = map[string][]int32{}
		for i, known := range c.clauses {
			c.note(int32(i), known)
		}
	}
	key := keyOf(literals)
	places := c.index[key]
	if len(places) == 0 {
		return ErrNoClause
	}
	last := len(places) - 1
	c.clauses[places[last]] = nil
	c.index[key] = places[:last]
	return nil
}

// Refuted reports whether the clauses were found to have no model.
func (c *Checker) Refuted() bool { return c.conflict }

// normalized returns the clause sorted and without repeated literals.
func normalized(literals []encode.Literal) clause {
	sorted := slices.Clone(literals)
	slices.Sort(sorted)
	return clause(slices.Compact(sorted))
}

// keyOf returns a map key that is the same for all orders of the literals.
func keyOf(literals []encode.Literal) string {
	var key []byte
	for _, l := range normalized(literals) {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}

// note enters a clause in the index.
func (c *Checker) note(place int32, literals clause) {
	key := keyOf(literals)
	c.index[key] = append(c.index[key], place)
}

// place returns the index of a literal's watches.
func place(l encode.Literal) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}

// value returns 1 where the literal is true, -1 where it is false, 0 where it is open.
func (c *Checker) value(l encode.Literal) int8 {
	if l < 0 {
		return -c.values[-l]
	}
	return c.values[l]
}

// grow makes room for the variables of a clause.
func (c *Checker) grow(literals clause) {
	highest := 0
	for _, l := range literals {
		highest = max(highest, int(max(l, -l)))
	}
	if missing := highest + 1 - len(c.values); missing > 0 {
		c.values = append(c.values, make([]int8, missing)...)
		c.watches = append(c.watches, make([][]watch, 2*missing)...)
	}
}

// add enters a normalized clause, with nothing assumed, and propagates where it leaves at most one literal open.
func (c *Checker) add(literals clause) {
	c.grow(literals)
	number := int32(len(c.clauses))
	c.clauses = append(c.clauses, literals)
	if c.index != nil {
		c.note(number, literals)
	}
	// Literals that are not false come first; those that are will stay so.
	open := 0
	for i, l := range literals {
		if c.value(l) >= 0 {
			literals[open], literals[i] = l, literals[open]
			open++
		}
	}
	if len(literals) > 1 {
		c.watches[place(literals[0])] = append(c.watches[place(literals[0])], watch{number, literals[1]})
		c.watches[place(literals[1])] = append(c.watches[place(literals[1])], watch{number, literals[0]})
	}
	switch {
	case open == 0:
		c.conflict = true
	case open == 1 && c.value(literals[0]) == 0:
		c.assign(literals[0])
		c.conflict = !c.propagate() || c.conflict
		c.root = len(c.trail)
	}
}

// implied reports whether propagation of a clause's negation meets a conflict.
func (c *Checker) implied(literals clause) bool {
	if c.conflict {
		return true
	}
	c.grow(literals)
	consistent := true
	for _, l := range literals {
		if c.value(l) > 0 {
			consistent = false
			break
		}
		if c.value(l) == 0 {
			c.assign(-l)
		}
	}
	consistent = consistent && c.propagate()
	for _, l := range c.trail[c.root:] {
		c.values[max(l, -l)] = 0
	}
	c.trail, c.done = c.trail[:c.root], c.root
	return !consistent
}

func (c *Checker) assign(l encode.Literal) {
	if l < 0 {
		c.values[-l] = -1
	} else {
		c.values[l] = 1
	}
	c.trail = append(c.trail, l)
}

// propagate assigns what follows from the trail. It reports false where a clause is left without a true or open literal.
func (c *Checker) propagate() bool {
	for ; c.done < len(c.trail); c.done++ {
		if !c.visit(-c.trail[c.done]) {
			return false
		}
	}
	return true
}

// visit looks at the clauses that watch a literal that has become false.
func (c *Checker) visit(falsified encode.Literal) bool {
	list := c.watches[place(falsified)]
	kept := 0
	for i, w := range list {
		if c.value(w.other) > 0 {
			list[kept] = w
			kept++
			continue
		}
		literals := c.clauses[w.clause]
		if literals == nil {
			continue
		}
		if literals[0] == falsified {
			literals[0], literals[1] = literals[1], literals[0]
		}
		if c.moveWatch(w.clause, literals) {
			continue
		}
		list[kept] = watch{w.clause, literals[0]}
		kept++
		switch c.value(literals[0]) {
		case 0:
			c.assign(literals[0])
		case -1:
			kept += copy(list[kept:], list[i+1:])
			c.watches[place(falsified)] = list[:kept]
			return false
		}
	}
	c.watches[place(falsified)] = list[:kept]
	return true
}

// moveWatch has a clause watch another literal instead of its second one, and reports false where all others are false or
// its first literal is true.
func (c *Checker) moveWatch(number int32, literals clause) bool {
	if c.value(literals[0]) > 0 {
		return false
	}
	for i := 2; i < len(literals); i++ {
		if l := literals[i]; c.value(l) >= 0 {
			literals[1], literals[i] = l, literals[1]
			c.watches[place(l)] = append(c.watches[place(l)], watch{number, literals[0]})
			return true
		}
	}
	return false
}
