package sat

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

var cubeSolutions = engine.NewThreshold("cube-solutions", "at which strategy conquer splits a cube", 128, 1, 3)

// Block within a cube, and split it where it has many solutions.
func init() {
	strategies.Register("conquer", strategy{
		run: func(e *enumeration) (bool, error) { return e.conquer(e.cube, nil) },
	})
}

// conquer enumerates a cube of which some solutions are known. Where it finds many more, it goes on in cubes that
// the cube is split into, each with those of the solutions that are in it.
func (e *enumeration) conquer(cube model.Cube, known []model.Assignment) (complete bool, err error) {
	complete, goesOn, err := e.inCube(cube, &known, uint64(e.threshold(cubeSolutions)))
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

// split returns what is left open of a cube where it is split, and once more where that is one cube alone; nil where it cannot
// be split.
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
