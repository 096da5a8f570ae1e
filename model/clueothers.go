package model

import (
	"fmt"
	"slices"
)

// question is which other clues a definition asked for, and which there were.
type question struct {
	relevant func(Named) bool
	found    []Named
}

// Others returns the model's clues that are relevant, also those within other clues. A definition that asks for them is made again
// when these clues change, so the order in which clues are added does not matter. It must add the same
// auxiliary variables again.
func (d *Definition) Others(relevant func(Named) bool) []Named {
	found := namedAmong(d.complete(), relevant)
	d.clue.asked = append(d.clue.asked, question{relevant, found})
	return found
}

// namedAmong returns what the clues and the clues within them say, as far as it is relevant.
func namedAmong(clues []*Clue, relevant func(Named) bool) []Named {
	var found []Named
	for _, clue := range clues {
		for _, n := range append([]Named{clue.Named}, clue.parts...) {
			if relevant(n) {
				found = append(found, n)
			}
		}
	}
	return found
}

// upToDate reports whether the definition's questions would have the same answers among these clues.
func (c *Clue) upToDate(clues []*Clue) bool {
	return !slices.ContainsFunc(c.asked, func(q question) bool {
		now := namedAmong(clues, q.relevant)
		return len(now) != len(q.found) || slices.ContainsFunc(now, func(n Named) bool { return !slices.Contains(q.found, n) })
	})
}

// defineAgain makes the definitions again that depend on clues that have changed. They stay at their places in the constraints.
func (m *Model) defineAgain() error {
	if !slices.ContainsFunc(m.Clues, func(clue *Clue) bool { return len(clue.asked) > 0 }) {
		return nil
	}
	complete := m.complete()
	for i, clue := range m.Clues {
		if len(clue.asked) == 0 || !slices.Contains(complete, clue) || clue.upToDate(complete) {
			continue
		}
		again, err := m.define(clue.Named, clue.Variables)
		if err == nil && !slices.Equal(again.Variables, clue.Variables) {
			err = fmt.Errorf("found other variables in a clue that depends on other clues, expected the same")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", clue.Kind(), err)
		}
		at := len(m.Constraints)
		if len(clue.Constraints) > 0 {
			at = slices.Index(m.Constraints, clue.Constraints[0])
		}
		m.Constraints = slices.Replace(m.Constraints, at, at+len(clue.Constraints), again.Constraints...)
		m.Clues[i] = again
	}
	return nil
}
