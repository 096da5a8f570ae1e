package sat

import (
	"context"
	"slices"

	"qmsat/encode"
	"qmsat/model"
)

// Split the search into disjoint cubes, and block within each.
func init() {
	strategies.Register("cubes", strategy{
		run: func(e *enumeration) (bool, error) {
			cubes, err := e.manyCubes()
			if err != nil || e.ctx.Err() != nil {
				return false, err
			}
			for _, cube := range cubes {
				if complete, _, err := e.inCube(cube, nil, unlimited); err != nil || !complete {
					return false, err
				}
			}
			return true, nil
		},
	})
}

// manyCubes splits the run's cube again and again, until there are limits.LeastCubes or no cube can be split.
func (e *enumeration) manyCubes() ([]model.Cube, error) {
	cubes := []model.Cube{e.cube}
	for goesOn := true; goesOn && len(cubes) < e.session.limits.LeastCubes; {
		var next []model.Cube
		goesOn = false
		for _, cube := range cubes {
			split, found, err := e.session.Split(e.ctx, cube)
			if err != nil || e.ctx.Err() != nil {
				return nil, unlessStopped(e.ctx, err)
			}
			if found {
				next, goesOn = append(next, split.Cubes(cube)...), true
			} else {
				next = append(next, cube)
			}
		}
		cubes = next
	}
	return cubes, nil
}

// unlessStopped returns the error, or nil if the only error is the end of the context.
func unlessStopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// inCube enumerates by blocking, in a cube within the run's cube: up to most solutions, besides the known ones. It appends the
// values of each solution to known if that is not nil.
func (e *enumeration) inCube(cube model.Cube, known *[]model.Assignment, most uint64) (complete, goesOn bool, err error) {
	literals, possible := e.vars.Cube(cube)
	if !possible {
		return true, true, nil
	}
	clause := e.blockOutputs(e.withoutGivens(cube))
	_, err = e.round(literals, func() (bool, error) {
		if known != nil {
			current := e.assignment
			for _, e.assignment = range *known {
				blocking := clause()
				if len(blocking) == 0 {
					e.assignment, complete = current, true
					return true, nil
				}
				e.solver.Block(blocking)
			}
			e.assignment = current
		}
		complete, goesOn, err = e.block(func() []encode.Literal {
			if known != nil {
				*known = append(*known, append(model.Assignment(nil), e.assignment...))
			}
			return clause()
		}, most)
		return complete, err
	})
	return complete, goesOn, err
}

// Block within a cube, and split it if it has many solutions.
func init() {
	strategies.Register("conquer", strategy{
		run: func(e *enumeration) (bool, error) { return e.conquer(e.cube, nil) },
	})
}

// conquer enumerates a cube with some known solutions. If it finds many more, it splits the cube and continues in the parts. Each
// part gets its known solutions.
func (e *enumeration) conquer(cube model.Cube, known []model.Assignment) (complete bool, err error) {
	complete, goesOn, err := e.inCube(cube, &known, uint64(e.session.limits.CubeSolutions))
	if err != nil || complete || !goesOn {
		return complete, err
	}
	cubes, err := e.split(cube)
	if err != nil || e.ctx.Err() != nil {
		return false, unlessStopped(e.ctx, err)
	}
	if cubes == nil {
		complete, _, err := e.inCube(cube, &known, unlimited)
		return complete, err
	}
	for _, c := range cubes {
		inside := slices.DeleteFunc(slices.Clone(known), func(a model.Assignment) bool {
			return e.session.model.CheckCube(a, c) != nil
		})
		if complete, err := e.conquer(c, inside); err != nil || !complete {
			return false, err
		}
	}
	return true, nil
}

// split splits a cube and returns the open parts. If there is only one, it splits that part again. It returns nil if a cube
// cannot be split.
func (e *enumeration) split(cube model.Cube) (open []model.Cube, err error) {
	for {
		split, found, err := e.session.Split(e.ctx, cube)
		if err != nil || !found {
			return open, err
		}
		if open = split.Cubes(cube); len(open) != 1 {
			return open, nil
		}
		cube = open[0]
	}
}
