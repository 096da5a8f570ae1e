package crosscheck

import (
	"context"
	"maps"
	"slices"
	"time"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Shrunk is the result of shrinking a case.
type Shrunk struct {
	Case  *Case
	Fault *Fault // nil if the fault did not occur again, so that nothing could be left out
	Tries int    // smaller cases that were run
}

// Shrink makes a case smaller while it has a fault, not necessarily the same one. It removes cubes, options, constraints, givens,
// the grid, variables and values, and simplifies the remaining constraints, until no step succeeds or the context ends. Each try
// opens new sessions. A try in which a run takes much longer than before is not believed, unless the timeout is 0.
//
// A list is split into halves, then into smaller and smaller pieces. Each piece is left out in turn.
//
// Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software
// Engineering 28(2), 2002, the algorithm ddmin without its first test of the pieces by themselves.
func Shrink(ctx context.Context, c *Case, timeout time.Duration) *Shrunk {
	start := time.Now()
	s := &shrinker{Shrunk: Shrunk{Case: c, Fault: c.Fault(ctx, timeout)}, ctx: ctx, timeout: timeout}
	if s.Fault == nil {
		return &s.Shrunk
	}
	s.setTryTimeout(time.Since(start))
	s.Case = &Case{Model: c.Model, Cubes: c.Cubes, Limit: c.Limit, Seed: c.Seed, Contenders: s.Fault.Contenders}
	s.coarse = true
	for ctx.Err() == nil {
		s.progress = false
		s.tryAll()
		if !s.progress && !s.coarse {
			break
		}
		s.coarse = s.coarse && s.progress
	}
	return &s.Shrunk
}

// shrinker is a case that is being made smaller.
type shrinker struct {
	Shrunk     // so far: the smallest case that is at fault
	ctx        context.Context
	timeout    time.Duration // of a run
	tryTimeout time.Duration // the same, of a try
	progress   bool
	coarse     bool // only large pieces are left out while that makes progress, because tries of a large case are slow
}

// tryAll tries everything once.
func (s *shrinker) tryAll() {
	s.limit() // first, because it shortens all later tries
	s.cubes()
	s.options()
	s.constraints()
	s.layout()
	s.variables()
	s.givens()
	if !s.coarse {
		s.domains()
		s.simplify()
	}
}

// try lets change modify the best case, runs the result, and keeps it if it has a fault. A change returns false if it is
// impossible.
func (s *shrinker) try(change func(c *Case) bool) bool {
	if s.ctx.Err() != nil {
		return false
	}
	m := *s.Case.Model
	candidate := *s.Case
	candidate.Model = &m
	if !change(&candidate) || m.Validate() != nil || !candidate.legal() {
		return false
	}
	s.Tries++
	start := time.Now()
	fault := candidate.Fault(s.ctx, s.tryTimeout)
	if fault == nil {
		return false
	}
	s.setTryTimeout(time.Since(start))
	candidate.Contenders = fault.Contenders
	s.Case, s.Fault, s.progress = &candidate, fault, true
	return true
}

// A try may take timeoutFactor times as long as the smallest case that is at fault, and always leastTimeout.
const (
	timeoutFactor = 10
	leastTimeout  = 300 * time.Millisecond
)

// setTryTimeout bounds later tries by the time of the best case, because a search with one constraint less may take for ever.
func (s *shrinker) setTryTimeout(best time.Duration) {
	s.tryTimeout = s.timeout
	if bound := max(timeoutFactor*best, leastTimeout); bound < s.timeout {
		s.tryTimeout = bound
	}
}

// legal reports whether all givens may be in a puzzle, so that the case can be written.
func (c *Case) legal() bool {
	return !slices.ContainsFunc(c.Cubes, func(cube model.Cube) bool {
		_, err := model.Assignments.Parse(c.Model, model.Assignments.FormatCube(c.Model, cube))
		return err != nil
	})
}

// list leaves out pieces of a list of n items: halves first, then smaller ones. At least least items stay.
func (s *shrinker) list(n func() int, least int, without func(c *Case, from, to int) bool) {
	smallest := 1
	if s.coarse {
		smallest = max(n()/coarsePieces, 1)
	}
	for size := max(n()/2, 1); size >= smallest; size /= 2 {
		for from := 0; from < n() && n() > least; {
			to := min(from+size, n())
			if n()-(to-from) < least || !s.try(func(c *Case) bool { return without(c, from, to) }) {
				from = to
			}
		}
	}
}

// coarsePieces is how many pieces of a list there are at most while only large ones are left out.
const coarsePieces = 8

// cut returns a copy of a list without the items from one place up to another.
func cut[T any](list []T, from, to int) []T {
	return slices.Delete(slices.Clone(list), from, to)
}

func (s *shrinker) cubes() {
	s.list(func() int { return len(s.Case.Cubes) }, 1, func(c *Case, from, to int) bool {
		c.Cubes = cut(c.Cubes, from, to)
		return true
	})
}

func (s *shrinker) givens() {
	for i := 0; i < len(s.Case.Cubes); i++ {
		s.list(func() int { return len(s.Case.Cubes[i]) }, 0, func(c *Case, from, to int) bool {
			c.Cubes = lists.Replaced(c.Cubes, i, cut(c.Cubes[i], from, to))
			return true
		})
	}
}

func (s *shrinker) constraints() {
	s.list(func() int { return len(s.Case.Model.Constraints) }, 0, func(c *Case, from, to int) bool {
		c.Model.Constraints, c.Model.Origins = cut(c.Model.Constraints, from, to), nil
		return true
	})
}

// options makes contenders search in one piece and gives their settings the default values, all at once or one by one.
func (s *shrinker) options() {
	for i := 0; i < len(s.Case.Contenders); i++ { // fewer, if the rest is wrong on its own
		s.try(func(c *Case) bool { return c.changeOptions(i, func(engine.Options) { c.Contenders[i].Workers = 0 }) })
		s.try(func(c *Case) bool { return c.changeOptions(i, func(o engine.Options) { clear(o) }) })
		if i >= len(s.Case.Contenders) {
			break
		}
		for _, setting := range s.Case.Contenders[i].Engine.Settings {
			s.try(func(c *Case) bool { return c.changeOptions(i, func(o engine.Options) { delete(o, setting.Name) }) })
		}
	}
}

// changeOptions changes a copy of a contender's options, and reports whether that made them other ones.
func (c *Case) changeOptions(i int, change func(o engine.Options)) bool {
	if i >= len(c.Contenders) {
		return false
	}
	before := c.Contenders[i]
	after := before
	after.Options = maps.Clone(before.Options)
	c.Contenders = lists.Replaced(c.Contenders, i, after)
	change(c.Contenders[i].Options)
	return c.Contenders[i].Workers != before.Workers || len(c.Contenders[i].Options) < len(before.Options)
}

// layout drops the grid, so that its cells are variables like others, the projection, and names.
func (s *shrinker) layout() {
	s.try(func(c *Case) bool {
		had := c.Model.Grid != nil
		c.Model.Grid = nil
		return had
	})
	s.try(func(c *Case) bool {
		had := c.Model.Outputs != nil
		c.Model.Outputs = nil
		return had
	})
	if s.Case.Model.Outputs != nil {
		s.list(func() int { return len(s.Case.Model.Outputs) }, 1, func(c *Case, from, to int) bool {
			c.Model.Outputs = cut(c.Model.Outputs, from, to)
			return true
		})
	}
	s.try(func(c *Case) bool {
		named := c.Model.Name != ""
		c.Model.Name = ""
		c.Model.Constraints = slices.Clone(c.Model.Constraints)
		for i, constraint := range c.Model.Constraints {
			named = named || constraint.Label() != ""
			c.Model.Constraints[i] = constraint.Named("")
		}
		return named
	})
}

func (s *shrinker) domains() {
	for v := range s.Case.Model.Variables {
		domain := func() model.Domain { return s.Case.Model.Variables[v].Domain }
		if domain().Size() > largeDomain {
			continue
		}
		s.list(func() int { return domain().Size() }, 1, func(c *Case, from, to int) bool {
			var left []int
			for value := range domain().All() {
				if at, _ := domain().Index(value); at < from || at >= to {
					left = append(left, value)
				}
			}
			c.Model.Variables = lists.Replaced(c.Model.Variables, v,
				model.Variable{Name: c.Model.Variables[v].Name, Domain: model.Values(left...)})
			return true
		})
	}
}

// largeDomain is the size beyond which domains are not shrunk value by value.
const largeDomain = 1000

// limit drops the limit, or lowers it.
func (s *shrinker) limit() {
	if s.Case.Limit > 0 && small(s.Case.Model) {
		s.try(func(c *Case) bool { c.Limit = 0; return true })
	}
	for limit := uint64(1); limit < s.Case.Limit; limit *= 2 {
		if s.try(func(c *Case) bool { c.Limit = limit; return true }) {
			return
		}
	}
}

// simplify replaces each constraint by the first simpler one with which the case is at fault, for as long as there is one.
func (s *shrinker) simplify() {
	for i := 0; i < len(s.Case.Model.Constraints); {
		if !slices.ContainsFunc(s.Case.Model.Constraints[i].Simpler(), func(simple model.Constraint) bool {
			return s.try(func(c *Case) bool {
				c.Model.Constraints = lists.Replaced(c.Model.Constraints, i, simple)
				return true
			})
		}) {
			i++
		}
	}
}
