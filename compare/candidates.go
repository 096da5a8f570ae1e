package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Counts are numbers of solutions, up to a limit, by variable and by the position of a value in its domain; nil for variables
// that are no outputs.
type Counts [][]uint64

// Domains returns the values with solutions. Variables with one value are the backbone; without a solution all are empty.
func (c Counts) Domains(m *model.Model) []model.Domain {
	return lists.Make(len(c), func(v int) model.Domain {
		var values []int
		for i, n := range c[v] {
			if n > 0 {
				values = append(values, m.Variables[v].Domain.Value(i))
			}
		}
		return model.Values(values...)
	})
}

// Candidates counts the solutions that meet a cube and have a value, for each value of each output, up to limit for each. A
// solution counts for all its values, so few values need a search of their own. Each solution is checked. If the context ends, the
// counts so far are lower bounds, and the error is its cause.
func Candidates(ctx context.Context, s engine.Session, m *model.Model, cube model.Cube, limit uint64) (Counts, error) {
	c := &counting{model: m, session: s, limit: limit, outputs: m.OutputVars(), seen: map[string]bool{}, counts: make(Counts, len(m.Variables))}
	for _, v := range c.outputs {
		c.counts[v] = make([]uint64, m.DomainOf(v).Size())
	}
	complete, err := c.run(ctx, cube)
	for _, v := range c.outputs {
		for i := range c.counts[v] {
			if complete || err != nil {
				return c.counts, err
			}
			if c.counts[v][i] < limit {
				_, err = c.run(ctx, append(slices.Clip(cube), model.Given{Var: v, Value: m.Variables[v].Domain.Value(i)}))
			}
		}
	}
	return c.counts, err
}

// counting is a run of [Candidates].
type counting struct {
	model   *model.Model
	session engine.Session
	limit   uint64
	outputs []model.Var
	counts  Counts
	seen    map[string]bool // the solutions that were counted
}

// run counts solutions that meet a cube, up to the limit. It reports whether these are all.
func (c *counting) run(ctx context.Context, cube model.Cube) (complete bool, err error) {
	var wrong error
	result, err := c.session.Run(ctx, cube, c.limit, func(a model.Assignment) bool {
		if wrong = errors.Join(c.model.Check(a), c.model.CheckCube(a, cube)); wrong == nil {
			c.add(a)
		}
		return wrong == nil
	})
	switch {
	case err != nil:
		return false, err
	case wrong != nil:
		return false, fmt.Errorf("found a wrong solution: %w", wrong)
	}
	return result.Complete(), result.Cause
}

// add counts a solution for each of its values, unless it was counted before.
func (c *counting) add(a model.Assignment) {
	key := fmt.Sprint(lists.Map(c.outputs, func(v model.Var) int { return a[v] }))
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	for _, v := range c.outputs {
		i, _ := c.model.DomainOf(v).Index(a[v])
		c.counts[v][i] = min(c.counts[v][i]+1, c.limit)
	}
}
