package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/draw"
)

var candidatesCommand = &command{
	name:    "candidates",
	args:    puzzleArgs,
	summary: "print the values that cells have in solutions",
	long: `Prints each puzzle with the values that its cells have in solutions. A cell without a value means that the puzzle has
no solution.

--counts N prints a line a cell: for each value, the number of solutions with it. ">=N" means N or more.

native and gini find the values and the counts; they must agree. Otherwise the exit status is 1.`,
	examples: []example{
		{"candidates --box 2x2 1.......3....4..", "what cells can be in a puzzle of several solutions"},
		{"candidates --counts 10 --box 2x2 1.......3....4..", "how many solutions each value has, up to 10"},
	},
	output:  true,
	parts:   true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		model, c, counts := addModelFlags(flags), candidates{limit: 1}, 0
		addFormat(flags, &c.format, "text", "json", "svg")
		addWhole(flags, &counts, "counts", 0, 1, "count solutions, up to `N` for each value")
		model.addTimeout()
		return model.each(func(ctx context.Context, streams streams, args []string) error {
			c := c
			if c.counted = flags.Changed("counts"); c.counted {
				c.limit = uint64(counts)
			}
			if c.counted && c.format == "svg" {
				return usageErrorf("--counts cannot be combined with --format svg: pictures show no counts")
			}
			return c.of(ctx, streams, model, args)
		})
	},
}

// candidates prints the candidates of puzzles, for the commands candidates and explain.
type candidates struct {
	task    *task
	format  string
	limit   uint64
	counted bool // print counts up to the limit
	// find returns the candidates of a puzzle; nil: its values in solutions.
	find  func(ctx context.Context, cube model.Cube) ([]model.Domain, error)
	drawn []draw.Picture
}

// candidatesRecord is the JSON object of a puzzle's candidates.
type candidatesRecord struct {
	model.Puzzle
	Candidates map[string][]int             `json:"candidates"` // by variable
	Counts     map[string]map[string]uint64 `json:"counts,omitempty"`
	Limit      uint64                       `json:"limit,omitempty"`    // of counts
	Complete   *bool                        `json:"complete,omitempty"` // of counts; otherwise they are lower bounds
}

// of prints the values that cells have in solutions of a model's puzzles.
func (c *candidates) of(ctx context.Context, streams streams, model *modelFlags, args []string) (err error) {
	if c.task, err = model.build(ctx, streams); err != nil {
		return err
	}
	return c.run(ctx, streams, args)
}

func (c *candidates) run(ctx context.Context, streams streams, args []string) error {
	if c.format == "svg" && c.task.model.Grid == nil {
		return usageErrorf("pictures: %v", draw.ErrNoGrid)
	}
	out, bar := newLines(streams.out), newSpinner(streams.err, "")
	err := c.task.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		if c.find != nil {
			domains, err := c.find(ctx, cube)
			return firstError(err, c.print(out, p, cube, domains))
		}
		counts, err := c.agreed(ctx, cube, bar)
		bar.clear()
		switch {
		case c.counted && (err == nil || ctx.Err() != nil):
			return firstError(c.printCounts(out, p, counts, err == nil), err)
		case err != nil:
			return err
		}
		return c.print(out, p, cube, counts.Domains(c.task.model))
	})
	if len(c.drawn) > 0 {
		err = firstError(outputError(draw.SVG(out.w, c.task.ranked(), c.drawn)), err)
	}
	return firstError(err, out.flush())
}

// agreed returns the counts of a puzzle's candidates. All engines must find the same ones. If ctx ends first, the counts are those
// of the first engine so far.
func (c *candidates) agreed(ctx context.Context, cube model.Cube, bar bar) (agreed compare.Counts, err error) {
	m := c.task.model
	agreed = make(compare.Counts, len(m.Variables))
	var known compare.Counts
	for i, name := range []string{"native", "gini"} {
		session, err := c.task.oracle(ctx, name)
		if err != nil {
			return agreed, err
		}
		asked := 0
		counts, err := compare.Candidates(ctx, session, nil, m, cube, c.limit, compare.Told{Known: known, Asked: func() {
			asked++
			bar.describe(fmt.Sprintf("%s: %d values asked for", name, asked))
			_ = bar.Add(1)
		}})
		if i == 0 {
			agreed, known = counts, counts
		}
		if err != nil {
			return agreed, err
		}
		for v := range agreed {
			if !slices.Equal(agreed[v], counts[v]) {
				return nil, checkFailed(fmt.Errorf("candidates of %s: solutions %v by one engine, %v by another", m.NameOf(model.Var(v)), agreed[v], counts[v]))
			}
		}
	}
	return agreed, nil
}

// record returns the JSON object of a puzzle's candidates.
func (c *candidates) record(p model.Puzzle, domains []model.Domain) candidatesRecord {
	r := candidatesRecord{Puzzle: p, Candidates: map[string][]int{}}
	for _, v := range c.task.model.OutputVars() {
		r.Candidates[c.task.model.NameOf(v)] = append([]int{}, slices.Collect(domains[v].All())...)
	}
	return r
}

func (c *candidates) print(out *lines, p model.Puzzle, cube model.Cube, domains []model.Domain) error {
	switch c.format {
	case "svg":
		if most := draw.Most(c.task.model); len(c.drawn) == most {
			return tooManyPictures(most)
		}
		c.drawn = append(c.drawn, draw.Picture{Caption: pictureName(p, len(c.drawn)+1), Givens: cube, Candidates: domains})
		return nil
	case "json":
		return out.object(c.record(p, domains))
	}
	return out.line(strings.TrimSuffix(draw.Candidates(c.task.model, domains), "\n"))
}

// printCounts prints the counts; if they are not complete, as lower bounds.
func (c *candidates) printCounts(out *lines, p model.Puzzle, counts compare.Counts, complete bool) error {
	r := c.record(p, counts.Domains(c.task.model))
	r.Counts, r.Limit, r.Complete = map[string]map[string]uint64{}, c.limit, &complete
	out.puzzle(c.format, p)
	for _, v := range c.task.model.OutputVars() {
		name, words := c.task.model.NameOf(v), []string{}
		of := map[string]uint64{}
		for i, n := range counts[v] {
			if n == 0 {
				continue
			}
			value := strconv.Itoa(c.task.model.DomainOf(v).Value(i))
			of[value] = n
			word := strconv.FormatUint(n, 10)
			if n == c.limit || !complete {
				word = ">=" + word
			}
			words = append(words, value+":"+word)
		}
		if !complete && len(words) == 0 {
			words = []string{"unknown"}
		}
		if r.Counts[name] = of; c.format == "text" {
			out.line(name + " " + strings.Join(words, " "))
		}
	}
	if c.format == "json" {
		out.object(r)
	}
	return out.flush()
}
