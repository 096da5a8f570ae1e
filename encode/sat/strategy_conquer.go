package sat

import (
	"slices"

	"qmsat/model"
)

// largeCube is the number of solutions at which strategy conquer parts a cube.
const largeCube = 128

func init() {
	registerStrategy(strategy{
		name:    "conquer",
		summary: "block within a cube, and part it where it has many solutions",
		run:     func(e *enumeration) (bool, error) { return e.conquer(e.cube, nil) },
	})
}

// conquer enumerates a cube of which some solutions are known. Where it finds many more, it goes on in the parts of the
// cube, each with those of the solutions that are in it.
func (e *enumeration) conquer(cube model.Cube, known []model.Assignment) (complete bool, err error) {
	complete, goesOn, err := e.inCube(cube, &known, largeCube)
	if err != nil || complete || !goesOn {
		return complete, err
	}
	parts, err := e.session.Split(e.ctx, cube)
	if err != nil || e.ctx.Err() != nil {
		return false, e.unlessStopped(err)
	}
	if len(parts) == 1 {
		complete, _, err := e.inCube(cube, &known, unlimited)
		return complete, err
	}
	for _, part := range parts {
		inside := slices.DeleteFunc(slices.Clone(known), func(a model.Assignment) bool {
			return e.session.model.CheckCube(a, part) != nil
		})
		if complete, err := e.conquer(part, inside); err != nil || !complete {
			return false, err
		}
	}
	return true, nil
}
