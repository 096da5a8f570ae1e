package compare

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Counts are numbers of solutions, up to a limit, by variable and by the position of a value in its domain; nil for variables
// that are no outputs.
type Counts [][]uint64

// Some reports whether a solution was counted.
func (c Counts) Some() bool {
	return slices.ContainsFunc(c, func(of []uint64) bool { return slices.Max(append(of, 0)) > 0 })
}

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

// firstShare is how many times the limit of a value the first run of a pass of [Candidates] has: if these are all solutions, no
// value needs a run of its own; otherwise fewer do.
const firstShare = 20

// mostCounted limits the values that [Candidates] counts solutions of, and so its memory: to 64 MiB.
const mostCounted = 1 << 22

// Told is what [Candidates] tells before it is done; nil for what nobody wants to know.
type Told struct {
	Solvable func(solvable, several bool) // as soon as it is known whether there is a solution, and a second one
	Exist    func(Counts)                 // as soon as it is known which values have solutions: the counts so far, not to be kept
}

// Candidates counts the solutions that meet a cube and have a value, for each value of each output, up to limit for each. A first
// pass only looks whether there is one. A solution counts for all its values, so few values need a run of their own. Each counted
// solution is checked. If the context ends, the counts so far are lower bounds, and the error is its cause.
func Candidates(ctx context.Context, s engine.Session, m *model.Model, cube model.Cube, limit uint64, told Told) (Counts, error) {
	c := &counting{
		model: m, session: s, cube: cube, limit: limit, outputs: m.OutputVars(), seen: map[string]bool{},
		counts: make(Counts, len(m.Variables)), asked: make(Counts, len(m.Variables)), told: told,
	}
	values := 0
	for _, v := range c.outputs {
		if values += m.DomainOf(v).Size(); values > mostCounted {
			return nil, engine.Unsupported("native", "more than %d values of variables, the limit of counts by value", mostCounted)
		}
		c.counts[v], c.asked[v] = make([]uint64, m.DomainOf(v).Size()), make([]uint64, m.DomainOf(v).Size())
	}
	complete, err := c.pass(ctx, 1)
	if err == nil && len(c.seen) < 2 && told.Solvable != nil {
		told.Solvable(len(c.seen) > 0, false)
	}
	if err == nil && told.Exist != nil {
		told.Exist(c.counts)
	}
	if !complete && err == nil && limit > 1 {
		_, err = c.pass(ctx, limit)
	}
	return c.counts, err
}

// pass counts up to a limit for each value. It reports whether all solutions were counted.
func (c *counting) pass(ctx context.Context, limit uint64) (complete bool, err error) {
	if complete, err = c.run(ctx, c.cube, firstShare*limit); complete || err != nil {
		return complete, err
	}
	for {
		v, i, none := c.rarest(limit)
		if none {
			return false, nil
		}
		c.asked[v][i] = limit
		all, err := c.run(ctx, append(slices.Clip(c.cube), model.Given{Var: v, Value: c.model.DomainOf(v).Value(i)}), limit)
		if err != nil {
			return false, err
		}
		if all {
			c.asked[v][i] = math.MaxUint64
		}
	}
}

// rarest returns the value, by its position, with the fewest solutions below a limit for which it was not asked. Its solutions are
// least like those before, so they have many other rare values. none reports that there is no such value.
func (c *counting) rarest(limit uint64) (rarest model.Var, at int, none bool) {
	fewest := limit
	for _, v := range c.outputs {
		for i, n := range c.counts[v] {
			if n < fewest && c.asked[v][i] < limit {
				rarest, at, fewest = v, i, n
			}
		}
	}
	return rarest, at, fewest == limit
}

// counting is a run of [Candidates].
type counting struct {
	model   *model.Model
	session engine.Session
	cube    model.Cube
	limit   uint64
	outputs []model.Var
	counts  Counts
	asked   Counts          // up to how many the solutions of a value were asked for by themselves; the most if all were found
	seen    map[string]bool // the solutions that were counted
	key     []byte          // of the current one
	told    Told
}

// run counts solutions that meet a cube, up to a limit. It reports whether these are all.
func (c *counting) run(ctx context.Context, cube model.Cube, limit uint64) (complete bool, err error) {
	var wrong error
	result, err := c.session.Run(ctx, cube, limit, func(a model.Assignment) bool {
		wrong = errors.Join(c.model.CheckCube(a, cube), c.add(a))
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

// add counts a solution for each of its values, unless it was counted before. The error says what is wrong with it.
func (c *counting) add(a model.Assignment) error {
	c.key = c.key[:0]
	for _, v := range c.outputs {
		c.key = binary.AppendVarint(c.key, int64(a[v]))
	}
	if c.seen[string(c.key)] {
		return nil
	}
	if err := c.model.Check(a); err != nil {
		return err
	}
	c.seen[string(c.key)] = true
	for _, v := range c.outputs {
		i, _ := c.model.DomainOf(v).Index(a[v])
		c.counts[v][i] = min(c.counts[v][i]+1, c.limit)
	}
	if len(c.seen) == 2 && c.told.Solvable != nil {
		c.told.Solvable(true, true)
	}
	return nil
}
