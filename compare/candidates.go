package compare

import (
	"context"
	"encoding/binary"
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

// firstShare is how many times the limit of a value the first run of [Candidates] has: if these are all solutions, no value needs a
// run of its own; otherwise fewer do.
const firstShare = 20

// Candidates counts the solutions that meet a cube and have a value, for each value of each output, up to limit for each. A
// solution counts for all its values, so few values need a run of their own. Each counted solution is checked. If the context ends,
// the counts so far are lower bounds, and the error is its cause.
//
// known, if not nil, is called as soon as it is known whether there is a solution, and a second one.
func Candidates(
	ctx context.Context, s engine.Session, m *model.Model, cube model.Cube, limit uint64, known func(solvable, several bool),
) (Counts, error) {
	c := &counting{model: m, session: s, limit: limit, outputs: m.OutputVars(), seen: map[string]bool{}, counts: make(Counts, len(m.Variables)), known: known}
	for _, v := range c.outputs {
		c.counts[v] = make([]uint64, m.DomainOf(v).Size())
	}
	complete, err := c.run(ctx, cube, firstShare*limit)
	if complete && len(c.seen) < 2 && known != nil {
		known(len(c.seen) > 0, false)
	}
	for asked := map[model.Given]bool{}; !complete && err == nil; {
		var rarest model.Given
		if rarest, complete = c.rarest(asked); !complete {
			asked[rarest] = true
			_, err = c.run(ctx, append(slices.Clip(cube), rarest), limit)
		}
	}
	return c.counts, err
}

// rarest returns the value with the fewest solutions below the limit that was not asked for. Its solutions are least like those before,
// so they have many other rare values. none reports that there is no such value.
func (c *counting) rarest(asked map[model.Given]bool) (rarest model.Given, none bool) {
	fewest := c.limit
	for _, v := range c.outputs {
		for i, n := range c.counts[v] {
			if g := (model.Given{Var: v, Value: c.model.DomainOf(v).Value(i)}); n < fewest && !asked[g] {
				rarest, fewest = g, n
			}
		}
	}
	return rarest, fewest == c.limit
}

// counting is a run of [Candidates].
type counting struct {
	model   *model.Model
	session engine.Session
	limit   uint64
	outputs []model.Var
	counts  Counts
	seen    map[string]bool // the solutions that were counted
	key     []byte          // of the current one
	known   func(solvable, several bool)
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

// add counts a solution for each of its values, unless it was counted before. The error says why it is none.
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
	if len(c.seen) == 2 && c.known != nil {
		c.known(true, true)
	}
	return nil
}
