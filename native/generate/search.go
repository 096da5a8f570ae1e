package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// search looks for puzzles with one solution: sets of given units with which no other solution agrees.
//
// The outputs in which another solution differs form an unavoidable set: each puzzle must give a unit of it (McGuire, Tugemann,
// Civario, "There is no 16-clue Sudoku: solving the Sudoku minimum number of clues problem via hitting set enumeration",
// Experimental Mathematics 23, 2014). A witness of a given is an unavoidable set without any other given. A given with a witness
// is not implied by the others, so no question is needed.
//
// Witnesses save questions and change nothing else: random choices depend only on facts.
type search struct {
	*units
	oracle   *oracle
	random   *rand.Rand
	solution model.Assignment
	state
	cube model.Cube
	diff bitset.Set
}

// state is a puzzle with known facts about it.
type state struct {
	given     bitset.Set
	size      int          // number of given cells
	witnesses []bitset.Set // by given unit; nil if none is known. The sets are never changed
}

func (s *state) clone() state {
	return state{slices.Clone(s.given), s.size, slices.Clone(s.witnesses)}
}

// newSearch returns a search among the puzzles with a given solution. It begins with all units given.
func newSearch(u *units, o *oracle, random *rand.Rand, solution model.Assignment) *search {
	return &search{
		units: u, oracle: o, random: random, solution: solution,
		state: state{given: bitset.Full(len(u.members)), size: u.cells, witnesses: make([]bitset.Set, len(u.members))},
		diff:  u.newSet(),
	}
}

// give adds a unit. Sets that contain it are no longer witnesses.
func (s *search) give(unit int) {
	s.given.Add(unit)
	s.size += len(s.members[unit])
	for i, w := range s.witnesses {
		if w != nil && w.Has(unit) {
			s.witnesses[i] = nil
		}
	}
}

func (s *search) open(unit int) {
	s.given.Remove(unit)
	s.size -= len(s.members[unit])
	s.witnesses[unit] = nil
}

// puzzle returns the givens in the order of the variables. It is valid until the next call.
func (s *search) puzzle() model.Cube {
	s.cube = s.cube[:0]
	for v, unit := range s.of {
		if unit >= 0 && s.given.Has(unit) {
			s.cube = append(s.cube, model.Given{Var: model.Var(v), Value: s.solution[v]})
		}
	}
	return s.cube
}

// finished returns the current puzzle, as a copy.
func (s *search) finished() Puzzle { return Puzzle{slices.Clone(s.puzzle()), s.solution} }

// another returns the units in which some other solution of the puzzle differs, or nil if there is no other.
func (s *search) another(ctx context.Context) (bitset.Set, error) {
	var found bitset.Set
	err := s.oracle.solutions(ctx, s.puzzle(), 2, func(a model.Assignment) bool {
		if s.difference(s.diff, a, s.solution); !s.diff.Empty() {
			found = slices.Clone(s.diff)
		}
		return found == nil
	})
	return found, err
}

// resolving returns the units in which all other solutions of the puzzle differ: giving any of them makes the solution unique.
func (s *search) resolving(ctx context.Context) (bitset.Set, error) {
	common := bitset.Full(len(s.members))
	err := s.oracle.solutions(ctx, s.puzzle(), 0, func(a model.Assignment) bool {
		s.difference(s.diff, a, s.solution)
		return s.diff.Empty() || common.Intersect(common, s.diff)
	})
	return common, err
}

// prune removes givens that the others imply, in random order, but never leaves fewer than floor cells given. After an error, it
// has removed some of them.
func (s *search) prune(ctx context.Context, floor int) error {
	for _, unit := range s.random.Perm(len(s.members)) {
		if !s.given.Has(unit) || s.witnesses[unit] != nil || s.size-len(s.members[unit]) < floor {
			continue
		}
		s.open(unit)
		witness, err := s.another(ctx)
		if err != nil || witness != nil {
			s.given.Add(unit)
			s.size += len(s.members[unit])
			s.witnesses[unit] = witness
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// exchange replaces a random given by one other, or by two if more is set, so that the solution stays unique. It reports false if
// that is impossible with the drawn given (and the drawn first of the two).
func (s *search) exchange(ctx context.Context, more bool) (bool, error) {
	leaving, ok := s.draw(s.given)
	if !ok {
		return false, nil
	}
	witness := s.witnesses[leaving]
	s.open(leaving)
	resolving, err := s.resolving(ctx)
	if err != nil {
		return false, err
	}
	resolving.Remove(leaving)
	if more {
		useless := bitset.Full(len(s.members))
		useless.Subtract(resolving)
		useless.Subtract(s.given)
		useless.Remove(leaving)
		first, ok := s.draw(useless)
		if !ok {
			return false, nil
		}
		s.give(first)
		witness = nil // it may contain the first
		if resolving, err = s.resolving(ctx); err != nil {
			return false, err
		}
		resolving.Remove(leaving)
	}
	resolving.Subtract(s.given)
	coming, ok := s.draw(resolving)
	if !ok {
		return false, nil
	}
	s.give(coming)
	s.witnesses[coming] = witness
	return true, nil
}

// draw returns a random element of a set; ok is false if the set is empty.
func (s *search) draw(set bitset.Set) (unit int, ok bool) {
	list := slices.Collect(set.All())
	if len(list) == 0 {
		return 0, false
	}
	return list[s.random.IntN(len(list))], true
}

// minimal reports whether no single given cell is implied by the others, if no unit is.
func (s *search) minimal(ctx context.Context) (bool, error) {
	puzzle := slices.Clone(s.puzzle())
	for i, g := range puzzle {
		if len(s.members[s.of[g.Var]]) == 1 {
			continue
		}
		unique := true
		err := s.oracle.solutions(ctx, slices.Delete(slices.Clone(puzzle), i, i+1), 2, func(a model.Assignment) bool {
			s.difference(s.diff, a, s.solution)
			unique = s.diff.Empty()
			return unique
		})
		if err != nil || unique {
			return false, err
		}
	}
	return true, nil
}
