package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

var generateCommand = func() *command {
	c := puzzleQuestion("generate", func(q *question, flags *pflag.FlagSet) {
		f := &generateFlags{question: q, set: flags}
		addWhole(flags, &f.count, "count", 1, 0, "print `N` puzzles")
		f.addFull(flags)
		f.over = addClusterJob(flags)
		flags.Lookup("symmetric").NoOptDefVal = generate.Symmetries[0].Name
		// The help text describes this default in words.
		flags.Lookup("givens").DefValue = "0"
		q.instead = func(ctx context.Context, streams streams, _ []string) (bool, error) { return true, f.run(ctx, streams) }
	})
	c.args = ""
	return c
}()

// generateFlags are the flags of a series of puzzles or full grids.
type generateFlags struct {
	*question
	set   *pflag.FlagSet
	count int
	full  bool
	grids generate.FullGrids
	over  *clusterJob
}

func (f *generateFlags) addFull(flags *pflag.FlagSet) {
	flags.BoolVar(&f.full, "full", false, "full grids instead of puzzles")
	addChoice(flags, &choice{value: &f.grids.Method, names: methodNames, check: func(name string) error {
		_, err := full.Parse(name)
		return err
	}}, "method", full.Methods()[0].Name, "how full grids are made, `NAME`, with settings in brackets such as published[break=0.4]")
	addWorkers(flags, &f.grids.Workers, "workers", "", 1, "`N` workers make a full grid together")
	addWhole(flags, &f.grids.Period, "period", full.DefaultPeriod, 1, "workers exchange results every `N` steps")
	flags.BoolVar(&f.grids.Apart, "apart", false, "workers run independently")
	requireFlag(flags, "full", "method", "workers", "period", "apart")
}

func (f *generateFlags) run(ctx context.Context, streams streams) error {
	clued, given := f.set.Changed("clues"), f.set.Lookup("givens").Value.String()
	switch {
	case f.full && f.format != "text":
		return usageErrorf("--format %s cannot be combined with --full", f.format)
	case f.over.given() && !f.full:
		return usageErrorf("--cluster needs --full: puzzles are made on this machine only")
	case clued && f.count != 1:
		return usageErrorf("--count %d cannot be combined with --clues: a model file has one puzzle; use another --seed", f.count)
	case clued && f.set.Changed("format") && f.format != "yaml":
		return usageErrorf("--format %s cannot be combined with --clues: clues need a model file, --format yaml", f.format)
	case f.format == "yaml" && f.count > 1:
		return usageErrorf("--count %d cannot be combined with --format yaml: a model file has one puzzle; use another --seed", f.count)
	case f.set.Changed("givens") && strings.HasPrefix(given, "-"):
		return usageErrorf("--givens %s, expected 0 or more", given)
	}
	if f.header = f.words(); clued {
		f.format = "yaml"
	}
	if err := f.check(); err != nil && !f.full {
		return err
	}
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return err
	}
	what := "puzzle"
	if f.full {
		what = "grid"
	}
	t.batch = &puzzles{total: f.count, all: func(yield func(model.Puzzle, error) bool) {
		for number := range f.count {
			if !yield(model.Puzzle{Name: fmt.Sprintf("%s %d", what, number+1), Line: number + 1}, nil) {
				return
			}
		}
	}}
	if f.full {
		return f.runFull(ctx, streams, t)
	}
	return f.each(ctx, streams, t, nil)
}

// words are a comment line with the flags that make the same puzzles again.
func (f *generateFlags) words() string {
	words, last := []string{"qmsat", "generate"}, []string{"format", "count", "seed", "tries"}
	var all []*pflag.Flag
	f.set.VisitAll(func(flag *pflag.Flag) { all = append(all, flag) })
	slices.SortStableFunc(all, func(a, b *pflag.Flag) int { return slices.Index(last, a.Name) - slices.Index(last, b.Name) })
	for _, flag := range all {
		switch {
		case slices.Contains([]string{"engine", "confirm", "timeout", "output", memoryFlag}, flag.Name):
		case flag.Name == "box" && f.model.file != "" || flag.Name == "givens" && !flag.Changed:
		case flag.Changed || slices.Contains([]string{"box", "count", "seed"}, flag.Name):
			words = append(words, flagWords(flag)...)
		}
	}
	return "# " + shellWords(words...)
}

func methodNames() []string {
	return lists.Map(full.Methods(), func(m full.Named) string { return m.Name })
}

func methodHelp() string {
	text := "generate --full prints full grids. Plain Sudoku has these methods; none makes all grids equally likely. For other models " + "the engine searches for grids. Settings stand in brackets: --method published[break=0.4].\n"
	for _, m := range full.Methods() {
		text += "\n" + page.Entry(m.Name, m.Summary)
		for _, s := range m.Settings {
			text += page.Entry("  "+s.Name, fmt.Sprintf("%s: %s (default %s)", s.Usage, s.Expected(), s.Default))
		}
	}
	return text
}

// searched returns a function that makes a full grid of a model that no method fills, by a search of an engine.
func (f *generateFlags) searched(ctx context.Context, t *task, engine string) (grid generate.GridMaker, close func() error, err error) {
	if f.grids.Method != methodNames()[0] || f.grids.Workers != 1 {
		return nil, nil, usageErrorf("found --method %s and --workers %d, expected --method %s and one worker: this model needs a search",
			f.grids.Method, f.grids.Workers, methodNames()[0])
	}
	session, err := openOracle(ctx, engine, t)
	if err != nil {
		return nil, nil, err
	}
	generator, err := generate.New(ctx, t.model, t.givens, session, generate.Options{Unique: true, Givens: generate.AsFewAsRemovalLeaves})
	if err != nil {
		return nil, session.Close, orStopped(ctx, err)
	}
	return func(ctx context.Context, number uint64) (model.Assignment, error) {
		return generator.Grid(ctx, generate.NewStream(f.grids.Seed, number<<16))
	}, session.Close, nil
}

// runFull prints full grids, one a line.
func (f *generateFlags) runFull(ctx context.Context, streams streams, t *task) error {
	const why = "with --full: a full grid has all values given"
	if err := misplaced(f.set, why, "givens", "clues", "unique", "minimal", "symmetric", "tries", "confirm", "level", "needs"); err != nil {
		return err
	}
	f.grids.Seed, _ = strconv.ParseUint(f.set.Lookup("seed").Value.String(), 10, 64) // the flag is checked
	grid, err := f.grids.Maker(t.model, t.givens)
	if err != nil {
		return usageErrorf("--method %s: %w", f.grids.Method, err)
	}
	if f.over.given() {
		if grid == nil {
			return usageErrorf("--cluster: this model needs a search, expected one that --method fills without a search")
		}
		return f.spreadFull(ctx, streams, t)
	}
	if grid == nil {
		first, cancel := limited(ctx, t.begun, t.timeout)
		defer cancel()
		made, close, err := f.searched(first, t, f.set.Lookup("engine").Value.String())
		if close != nil {
			defer close()
		}
		if err != nil {
			return err
		}
		grid = made
	}
	out := newLines(streams.out)
	out.line(f.header)
	err = t.batch.each(ctx, streams.err, func(p model.Puzzle) (stop, err error) {
		limited, cancel := limited(ctx, t.begun, t.timeout)
		defer func() { cancel(); t.begun = time.Now() }()
		values, err := grid(limited, uint64(p.Line))
		switch {
		case err == nil:
			out.line(t.notation.FormatSolution(t.model, values))
			return nil, out.flush()
		case limited.Err() != nil:
			return &exitError{statusStopped, fmt.Errorf("%s: %w", where(p), stopCause(limited))}, nil
		case errors.Is(err, generate.ErrNoGrid):
			return nil, usageErrorf("%w", err)
		}
		return nil, err
	})
	return firstError(out.flush(), err)
}

// spreadFull prints full grids that workers of a cluster make.
func (f *generateFlags) spreadFull(ctx context.Context, streams streams, t *task) error {
	input, err := f.grids.JobInput(t.model, t.notation, f.count)
	if err != nil {
		return err
	}
	d := cluster.Info{Kind: generate.FullJob, Title: fmt.Sprintf("%d grids of seed %d", f.count, f.grids.Seed), Model: t.model.Hash()}
	out := newLines(streams.out)
	out.line(f.header)
	_, err = f.over.run(ctx, streams, d, input, func(text []byte) error {
		return firstError(out.line(strings.TrimSuffix(string(text), "\n")), out.flush())
	})
	return firstError(out.flush(), err)
}
