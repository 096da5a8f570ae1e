package crosscheck

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/internal/atomicfile"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
)

// givens returns the cube, if the case has only one and each variable is in it once, as a model file requires.
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

// Report describes a disagreement and its files.
type Report struct {
	Seed        uint64   `json:"seed"`
	Number      uint64   `json:"number"`
	Reason      string   `json:"reason"`  // as it was found
	Shrunk      string   `json:"shrunk"`  // after shrinking, or "" if it did not occur again
	Engines     []string `json:"engines"` // of the shrunk case, with their settings
	Variables   int      `json:"variables"`
	Constraints int      `json:"constraints"`
	Cubes       int      `json:"cubes"`
	Tries       int      `json:"tries"`
	File        string   `json:"file"`
	Repeat      string   `json:"repeat"`           // the command that repeats it
	Failed      bool     `json:"failed,omitempty"` // an engine ended with an error, rather than with something wrong
}

// shrinkTime bounds the time for which a disagreement is shrunk.
const shrinkTime = 30 * time.Second

// Report shrinks a fault and writes its files to a folder. quote makes a command line of words.
func (c *Config) Report(ctx context.Context, found Found, folder string, quote func(words ...string) string) (*Report, error) {
	ctx, done := context.WithTimeout(ctx, shrinkTime)
	defer done()
	shrunk := Shrink(ctx, found.Case, c.Timeout)
	name := filepath.Join(folder, fmt.Sprintf("disagreement-%d-%d", c.Seed, found.Number))
	words, err := shrunk.Case.Write(name, fmt.Sprintf("model %d of seed %d, on which engines disagree", found.Number, c.Seed))
	m := shrunk.Case.Model
	r := &Report{
		Seed: c.Seed, Number: found.Number, Reason: found.Fault.Reason, Failed: found.Fault.Err != nil,
		Variables: len(m.Variables), Constraints: len(m.Constraints), Cubes: len(shrunk.Case.Cubes),
		Tries: shrunk.Tries, File: name + ".yaml", Repeat: quote(words...),
	}
	if shrunk.Fault != nil {
		r.Shrunk = shrunk.Fault.Reason
	}
	for _, contender := range shrunk.Case.Contenders {
		r.Engines = append(r.Engines, contender.String())
	}
	return r, err
}

// Text says the same to people; mark marks up what is bad.
func (r *Report) Text(mark func(string) string) string {
	what, shrunk := "disagreement", "it did not repeat; the model as it was:"
	if r.Failed {
		what = "failure"
	}
	if r.Shrunk != "" {
		shrunk = fmt.Sprintf("shrunk to %s, %s and %s in %s: %s", show.Things(r.Variables, "variable"), show.Things(r.Constraints, "constraint"),
			show.Things(r.Cubes, "cube"), show.Things(r.Tries, "step"), r.Shrunk)
	}
	return fmt.Sprintf("%s in model %d of seed %d: %s\n%s\n%s\nrepeat: %s", mark(what), r.Number, r.Seed, r.Reason, shrunk, r.File, r.Repeat)
}

// Write writes the case as NAME.yaml, and also as NAME.txt if the first file cannot hold everything. It returns the words of the
// command that repeats the case.
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

// WriteModel writes the model file with a title, and with the givens if a model file can hold them.
func (c *Case) WriteModel(w io.Writer, title string) error {
	givens, _ := c.givens()
	named := *c.Model
	named.Name = title
	return document.New(&named).WithGivens(givens).Write(w)
}

// writeCubes writes the cubes, one a line, in the notation [model.Assignments].
func (c *Case) writeCubes(w io.Writer) error {
	lines := lists.Map(c.Cubes, func(cube model.Cube) string { return model.Assignments.FormatCube(c.Model, cube) + "\n" })
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// contenderWords returns the flags for these contenders. If they differ in several settings, the flags define further contenders
// too.
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
