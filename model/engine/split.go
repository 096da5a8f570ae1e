package engine

import (
	"context"
	"fmt"
	"slices"

	"qmsat/model"
)

// Splitter is a session that can split cubes so that others can search the parts.
type Splitter interface {
	Session
	// Split splits a cube by the values of one output. It is deterministic. It reports false if all outputs are fixed. If ctx
	// ends first, it returns the cause.
	Split(ctx context.Context, cube model.Cube) (split Split, found bool, err error)
}

// Split says how a cube was split. Each value of the variable's domain makes a child: the cube with that given added. Such a
// split keeps all solutions and doubles none, if the refuted values indeed have no solutions.
type Split struct {
	Var  model.Var    // an output without a given in the cube
	Open model.Domain // the values that may have solutions; each other value of the variable's domain is refuted
}

// Unfinished is the finished part of a search of a cube: it has split the cube, has searched the first cubes of the split, and
// may have begun the next one.
type Unfinished struct {
	Split  Split
	Counts []uint64    // numbers of solutions in the searched cubes, in the order yielded
	Next   *Unfinished // the finished part of the next cube; nil if unknown
}

// Cubes returns the cubes that are left open.
func (s Split) Cubes(cube model.Cube) []model.Cube {
	cubes := []model.Cube{}
	for value := range s.Open.All() {
		cubes = append(cubes, append(slices.Clip(cube), model.Given{Var: s.Var, Value: value}))
	}
	return cubes
}

// Refuted returns a split for a cube without solutions: each value of the first output without a given is refuted. It reports
// false if there is no such output.
func Refuted(m *model.Model, cube model.Cube) (split Split, found bool) {
	for _, v := range m.OutputVars() {
		if !given(cube, v) {
			return Split{Var: v}, true
		}
	}
	return Split{}, false
}

// Check reports why a cube of a model cannot have this split.
func (s Split) Check(m *model.Model, cube model.Cube) error {
	switch {
	case !slices.Contains(m.OutputVars(), s.Var):
		return fmt.Errorf("a split by variable number %d, expected an output", s.Var)
	case given(cube, s.Var):
		return fmt.Errorf("a split by %s, which is fixed already", m.NameOf(s.Var))
	case !s.Open.Minus(m.DomainOf(s.Var)).Empty():
		return fmt.Errorf("a split by %s with the values %v, expected some of %v", m.NameOf(s.Var), s.Open, m.DomainOf(s.Var))
	}
	return nil
}

func given(cube model.Cube, v model.Var) bool {
	return slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == v })
}
