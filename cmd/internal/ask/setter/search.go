package setter

import (
	"context"
	"fmt"
	"slices"

	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/bitset"
)

// Search finds minimal sets of parts without a solution.
//
// A correction set is a set of parts without which the rest has a solution. Each set without a solution meets each correction
// set. So a smallest set that meets the known ones, and that has no solution, is a smallest set without a solution (Ignatiev,
// Previti, Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015). To list several sets,
// the search asks for a largest set that contains no known one and is in no known set with a solution (Liffiton, Previti, Malik
// and Marques-Silva, Fast, flexible MUS enumeration, 2016).
type Search struct {
	*Problem
	groups      *sat.Groups
	corrections []bitset.Set
	found       []bitset.Set // returned so far
	least       int          // no set that is not yet returned is smaller
	best        bitset.Set   // of those not yet returned; nil if none is known
	// Progress is called now and then; it may be nil.
	Progress func(text string)
}

// NewSearch loads a problem.
func NewSearch(ctx context.Context, p *Problem) (*Search, error) {
	var groups [][]model.Constraint
	for _, part := range slices.Concat(p.Parts, p.Fixed) {
		if part.IsGiven() {
			part.Constraints = []model.Constraint{&model.Rule{Formula: model.Is(part.Given.Var, part.Given.Value)}}
		}
		groups = append(groups, part.Constraints)
	}
	loaded, err := sat.OpenGroups(ctx, p.Model, groups)
	if err != nil {
		return nil, err
	}
	if p.Excluded != nil {
		loaded.Exclude(p.Excluded)
	}
	return &Search{Problem: p, groups: loaded}, nil
}

// All returns the set of all parts.
func (s *Search) All() bitset.Set { return bitset.Full(len(s.Parts)) }

// Solve looks for a solution of a set of parts. holds is the set of parts that hold in the solution; without a solution it is nil,
// and core is a part of the set that has none either.
func (s *Search) Solve(ctx context.Context, set bitset.Set) (a model.Assignment, holds, core bitset.Set, err error) {
	on := slices.Collect(set.All())
	for i := range s.Fixed {
		on = append(on, len(s.Parts)+i)
	}
	found, blamed, err := s.groups.Solve(ctx, on)
	if err != nil {
		return nil, nil, nil, err
	}
	result := bitset.New(len(s.Parts))
	if found == nil {
		for _, i := range blamed {
			if i < len(s.Parts) {
				result.Add(i)
			}
		}
		return nil, nil, result, nil
	}
	set = slices.Clone(set)
	holds, err = stop.Leave(ctx, func() (bitset.Set, error) {
		if err := s.check(found, set); err != nil {
			return nil, fmt.Errorf("gini found a wrong solution: %w", err)
		}
		for i, part := range s.Parts {
			if part.holds(found) {
				result.Add(i)
			}
		}
		return result, nil
	}, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	return found, holds, nil, nil
}

// complement returns the parts that are not in a set.
func (s *Search) complement(set bitset.Set) bitset.Set {
	rest := s.All()
	rest.Subtract(set)
	return rest
}

// Shrink drops parts of a set without a solution, in an order, until it is minimal. With cores it also drops what gini shows to
// be superfluous, so the order decides less. The set is changed in place; after an error it has no solution, but it may be larger
// than needed.
func (s *Search) Shrink(ctx context.Context, set bitset.Set, order []int, cores bool) error {
	for done, i := range order {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !set.Has(i) || s.needs(set, i) {
			continue
		}
		set.Remove(i)
		_, holds, core, err := s.Solve(ctx, set)
		if err != nil || holds != nil {
			set.Add(i)
		}
		switch {
		case err != nil:
			return err
		case holds != nil:
			s.corrections = append(s.corrections, s.complement(holds))
		case cores:
			copy(set, core)
		}
		s.progress("%d of %d tried, %d left", done+1, len(order), set.Size())
	}
	return nil
}

// needs reports whether a known solution shows that a set has one without a part.
func (s *Search) needs(set bitset.Set, part int) bool {
	both := bitset.New(len(s.Parts))
	return slices.ContainsFunc(s.corrections, func(c bitset.Set) bool {
		return c.Has(part) && both.Intersect(set, c) && both.Single()
	})
}

// Minimal reports whether known solutions show that a set has a solution without any one of its parts. Each of them was checked
// against the model.
func (s *Search) Minimal(set bitset.Set) bool {
	left, both := slices.Clone(set), bitset.New(len(s.Parts))
	for _, c := range s.corrections {
		if both.Intersect(set, c) && both.Single() {
			left.Subtract(both)
		}
	}
	return left.Empty()
}

// Next returns a minimal set without a solution that it has not returned before, or nil after the last one. Smallest asks for one
// of the smallest. All calls of a search have the same smallest. After an error the result is the smallest set known to have no
// solution, perhaps not minimal, or nil.
func (s *Search) Next(ctx context.Context, smallest bool) (set bitset.Set, err error) {
	if s.best != nil {
		if err := s.Shrink(ctx, s.best, s.inOrder(), true); err != nil {
			return s.best, err
		}
	}
	switch {
	case smallest:
		set, err = s.smallest(ctx)
	case s.best != nil:
		set = s.best
	default:
		set, err = s.another(ctx)
	}
	if set != nil && err == nil {
		s.found, s.best = append(s.found, set), nil
	}
	return set, err
}

// Offer tells the next call of Next of a set without a solution.
func (s *Search) Offer(set bitset.Set) { s.best = set }

func (s *Search) inOrder() []int { return lists.Numbers[int](len(s.Parts)) }

func (s *Search) another(ctx context.Context) (bitset.Set, error) {
	for {
		dropped, err := hit(ctx, len(s.Parts), s.found, s.corrections, 0)
		if dropped == nil || err != nil {
			return nil, err
		}
		_, holds, core, err := s.Solve(ctx, s.complement(dropped))
		if err != nil {
			return nil, err
		}
		if holds == nil {
			return core, s.Shrink(ctx, core, s.inOrder(), true)
		}
		if _, err := s.correction(ctx, holds); err != nil {
			return nil, err
		}
	}
}

// smallest implements Next. Between two smallest sets that meet all correction sets it finds several correction sets, each from
// the union of the former.
func (s *Search) smallest(ctx context.Context) (bitset.Set, error) {
	for {
		set, err := hit(ctx, len(s.Parts), s.corrections, s.found, s.least)
		if set == nil || err != nil {
			return s.best, err
		}
		s.least = set.Size()
		s.progress("at least %d parts, %d solutions", s.least, len(s.corrections))
		if s.best != nil && s.best.Size() == s.least {
			return s.best, nil
		}
		for tried := slices.Clone(set); ; {
			_, holds, core, err := s.Solve(ctx, tried)
			switch {
			case err == nil && holds != nil:
				var correction bitset.Set
				if correction, err = s.correction(ctx, holds); err == nil && correction.Empty() {
					return nil, nil // all parts have a solution together
				}
				tried.Unite(correction)
			case err == nil && slices.Equal(tried, set):
				return set, s.Shrink(ctx, set, s.inOrder(), false) // it proves that the set is minimal
			case err == nil:
				err = s.improve(ctx, core)
			}
			if err != nil {
				return s.best, err
			}
			if holds == nil {
				break
			}
		}
	}
}

// improve makes a set without a solution minimal, and keeps it if it is the smallest so far.
func (s *Search) improve(ctx context.Context, set bitset.Set) error {
	if s.best != nil && set.Size() >= s.best.Size() || slices.ContainsFunc(s.found, func(f bitset.Set) bool { return f.Within(set) }) {
		return nil
	}
	s.best = set
	return s.Shrink(ctx, set, s.inOrder(), true)
}

// correction adds a minimal correction set: what remains if as many parts as possible are added to some that have a solution.
func (s *Search) correction(ctx context.Context, holds bitset.Set) (bitset.Set, error) {
	for i := range s.complement(holds).All() {
		if holds.Has(i) {
			continue
		}
		more := slices.Clone(holds)
		more.Add(i)
		_, wider, _, err := s.Solve(ctx, more)
		if err != nil {
			return nil, err
		}
		if wider != nil {
			holds = wider
		}
	}
	s.corrections = append(s.corrections, s.complement(holds))
	return s.corrections[len(s.corrections)-1], nil
}

// Least returns a lower bound on the size of the sets that are not yet returned.
func (s *Search) Least() int { return s.least }

func (s *Search) progress(format string, args ...any) {
	if s.Progress != nil {
		s.Progress(fmt.Sprintf(format, args...))
	}
}
