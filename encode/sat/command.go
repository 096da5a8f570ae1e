package sat

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"qmsat/encode"
	"qmsat/model/engine"
)

// command is the common part of all solvers that are commands: a command run on files in the round's folder.
type command struct {
	words  []string
	folder string                  // "" before the first search of a round
	isTrue map[encode.Literal]bool // by variable, in the latest assignment
	solves int64

	counted Counters // over all rounds
}

// solve calls ask, which runs the command and reads its answer. If ctx ends first, the answer is unknown.
func (c *command) solve(ctx context.Context, ask func(ctx context.Context) (status, error)) (answer status, err error) {
	if ctx.Err() == nil {
		c.solves++
		answer, err = ask(ctx)
	}
	if ctx.Err() != nil {
		return unknown, nil
	}
	return answer, err
}

// found keeps an assignment, by its true literals.
func (c *command) found(model []encode.Literal) status {
	c.isTrue = map[encode.Literal]bool{}
	for _, l := range model {
		c.isTrue[l] = true
	}
	return satisfiable
}

// True implements solver. Literals that the command left out are false.
func (c *command) True(l encode.Literal) bool { return c.isTrue[max(l, -l)] == (l > 0) }

// Effort implements solver.
func (c *command) Effort() engine.Effort { return engine.Effort{{Name: "solves", Value: c.solves}} }

// commandOf returns the command in an engine's name, after its prefix.
func commandOf(name, prefix, sample string) ([]string, error) {
	words, err := engine.SplitWords(strings.TrimPrefix(name, prefix))
	switch {
	case err != nil:
		return nil, fmt.Errorf("engine %s: %w", name, err)
	case len(words) == 0:
		return nil, fmt.Errorf("engine %s: no command, expected one such as %s%s", name, prefix, sample)
	}
	return words, nil
}

// makeFolder makes the round's folder if it is missing.
func (c *command) makeFolder() (err error) {
	if c.folder == "" {
		c.folder, err = os.MkdirTemp("", "qmsat-")
	}
	return err
}

// path returns the name of a file in the round's folder.
func (c *command) path(name string) string { return filepath.Join(c.folder, name) }

// Marks for files in commands.
const (
	programPlaceholder  = "{}"
	mpsPlaceholder      = "{mps}"
	solutionPlaceholder = "{solution}"
)

// process returns a run of the command, with the input file in place of its mark, and a file for the answer in place of {solution}.
// If no word has the input's mark, the file becomes the last argument.
func (c *command) process(mark, input string) *process {
	p := &process{folder: c.folder, solution: "stdout"}
	named, names := false, strings.NewReplacer(mark, input, solutionPlaceholder, c.path("solution"))
	for _, word := range c.words {
		named = named || strings.Contains(word, mark)
		if strings.Contains(word, solutionPlaceholder) {
			p.solution = "solution"
		}
		p.words = append(p.words, names.Replace(word))
	}
	if !named {
		p.words = append(p.words, input)
	}
	return p
}

// removeFolder removes the round's files. Files that cannot be removed stay in the folder for temporary files.
func (c *command) removeFolder() {
	if c.folder != "" {
		_ = os.RemoveAll(c.folder)
	}
	c.folder = ""
}
