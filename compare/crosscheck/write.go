package crosscheck

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"qmsat/compare"
	"qmsat/internal/atomicfile"
	"qmsat/model"
	"qmsat/model/engine"
)

// givens returns the cube, if the case has just one and a model file can say it: with each variable once.
func (c *Case) givens() (givens model.Cube, ok bool) {
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

// Write writes the case as NAME.yaml, and as NAME.txt beside it where that does not say it all. It returns the words of the command that
// repeats it.
func (c *Case) Write(name, title string) (words []string, err error) {
	words = append([]string{"qmsat", "compare", "--model", name + ".yaml"}, contenderWords(c.Contenders)...)
	if c.Limit > 0 {
		words = append(words, "--limit", fmt.Sprint(c.Limit))
	}
	if err := atomicfile.Write(name+".yaml", func(w io.Writer) error { return c.WriteModel(w, title) }); err != nil {
		return nil, err
	}
	if _, ok := c.givens(); ok {
		return words, nil
	}
	if c.Model.Grid != nil {
		words = append(words, "--assignments")
	}
	return append(words, "--seed", fmt.Sprint(c.Seed), name+".txt"), atomicfile.Write(name+".txt", c.writeCubes)
}

// WriteModel writes the model file under a title, with the givens where they can stand there.
func (c *Case) WriteModel(w io.Writer, title string) error {
	givens, _ := c.givens()
	named := *c.Model
	named.Name = title
	return named.WriteYAML(w, givens)
}

// writeCubes writes the cubes, one a line, in the notation [model.Assignments].
func (c *Case) writeCubes(w io.Writer) error {
	var text strings.Builder
	for _, cube := range c.Cubes {
		text.WriteString(model.Assignments.FormatCube(c.Model, cube) + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// contenderWords returns the flags of a command that has these contenders, among others where they differ in several settings.
func contenderWords(contenders []compare.Contender) []string {
	var names []string
	values := map[string][]string{}
	add := func(list []string, item string) []string {
		if slices.Contains(list, item) {
			return list
		}
		return append(list, item)
	}
	for _, c := range contenders {
		own := engine.Chosen{Engine: c.Engine, Options: engine.Options{}}
		for _, s := range c.Engine.Settings {
			if s.Flag {
				values[s.Name] = add(values[s.Name], s.Value(c.Options))
			} else if value, set := c.Options[s.Name]; set {
				own.Options[s.Name] = value
			}
		}
		names = add(names, own.String())
		values["workers"] = add(values["workers"], fmt.Sprint(c.Workers))
	}
	words := []string{"--engine", strings.Join(names, ",")}
	for _, s := range engine.Flags() {
		if list := values[s.Name]; list != nil && !slices.Equal(list, []string{s.Default}) {
			words = append(words, "--"+s.Name, strings.Join(list, ","))
		}
	}
	if list := values["workers"]; !slices.Equal(list, []string{"0"}) {
		words = append(words, "--workers", strings.Join(list, ","))
	}
	return words
}
