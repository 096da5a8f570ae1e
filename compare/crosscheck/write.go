package crosscheck

import (
	"io"
	"strings"

	"qmsat/model"
)

// Givens returns the cube, if the case has just one and a model file can say it: with each variable once.
func (c *Case) Givens() (givens model.Cube, ok bool) {
	if len(c.Cubes) != 1 {
		return nil, false
	}
	seen := map[model.Var]bool{}
	for _, g := range c.Cubes[0] {
		if seen[g.Var] {
			return nil, false
		}
		seen[g.Var] = true
	}
	return c.Cubes[0], true
}

// WriteModel writes the model file under a name, with the givens where they can stand there.
func (c *Case) WriteModel(w io.Writer, name string) error {
	givens, _ := c.Givens()
	named := *c.Model
	named.Name = name
	return named.WriteYAML(w, givens)
}

// WriteCubes writes the cubes, one a line, in the notation [model.Assignments].
func (c *Case) WriteCubes(w io.Writer) error {
	var text strings.Builder
	for _, cube := range c.Cubes {
		text.WriteString(model.Assignments.FormatCube(c.Model, cube) + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}
