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

// command is a command that is run on files in a folder of the round. It has what all solvers that are commands have in common.
type command struct {
	words  []string
	folder string                  // "" before the first search of a round
	isTrue map[encode.Literal]bool // by variable, in the assignment found last
	solves int64
}

// solve has ask run the command and read its answer. If ctx ends first, that is unknown.
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

// True implements solver. What the command left out is false.
func (c *command) True(l encode.Literal) bool { return c.isTrue[max(l, -l)] == (l > 0) }

// Effort implements solver.
func (c *command) Effort() engine.Effort { return engine.Effort{{Name: "solves", Value: c.solves}} }

// commandOf returns the command that the name of an engine holds after its prefix.
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

// makeFolder makes the round's folder, unless it is there.
func (c *command) makeFolder() (err error) {
	if c.folder == "" {
		c.folder, err = os.MkdirTemp("", "qmsat-")
	}
	return err
}

// path returns the name of a file in the round's folder.
func (c *command) path(name string) string { return filepath.Join(c.folder, name) }

// process returns a run of the command with names of files in place of its marks; places are pairs of a mark and a name. If
// no word has the first mark, the input's, its file is the last argument.
func (c *command) process(places ...string) *process {
	p := &process{folder: c.folder}
	named, names := false, strings.NewReplacer(places...)
	for _, word := range c.words {
		named = named || strings.Contains(word, places[0])
		p.words = append(p.words, names.Replace(word))
	}
	if !named {
		p.words = append(p.words, places[1])
	}
	return p
}

// removeFolder removes the round's files. What cannot be removed is left where temporary files are.
func (c *command) removeFolder() {
	if c.folder != "" {
		_ = os.RemoveAll(c.folder)
	}
	c.folder = ""
}
