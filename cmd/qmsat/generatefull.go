package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// fullFlags are the flags of generate that make full grids.
type fullFlags struct {
	full bool
	generate.FullGrids
}

func (f *fullFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.full, "full", false, "full grids instead of puzzles")
	addChoice(flags, &choice{value: &f.Method, names: methodNames, check: func(name string) error {
		_, err := full.Parse(name)
		return err
	}}, "method", full.Methods()[0].Name, "how full grids are made, `NAME`, with settings in brackets such as published[break=0.4]")
	addWorkers(flags, &f.Workers, "workers", "", 1, "`N` workers make a full grid together")
	addWhole(flags, &f.Period, "period", full.DefaultPeriod, 1, "workers exchange results every `N` steps")
	flags.BoolVar(&f.Apart, "apart", false, "workers run independently")
	requireFlag(flags, "full", "method", "workers", "period", "apart")
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

// searched returns a function that makes a full grid of any other model, by a search in the engine's session.
func (f *fullFlags) searched(ctx context.Context, t *task, session engine.Session) (generate.GridMaker, error) {
	if f.Method != methodNames()[0] || f.Workers != 1 {
		return nil, usageErrorf("found --method %s and --workers %d, expected --method %s and one worker: this model needs a search",
			f.Method, f.Workers, methodNames()[0])
	}
	generator, err := generate.New(ctx, t.model, t.givens, session, generate.Options{Unique: true, Givens: generate.AsFewAsRemovalLeaves})
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	return func(ctx context.Context, number uint64) (model.Assignment, error) {
		return generator.Grid(ctx, generate.NewStream(f.Seed, number<<16))
	}, nil
}

// runFull prints full grids, one a line. The first one's timeout has begun, with the context first.
func (f *generateFlags) runFull(ctx, first context.Context, streams streams, t *task, begun time.Time) error {
	const why = "with --full: a full grid has all values given"
	if err := misplaced(f.set, why, "givens", "clues", "unique", "minimal", "symmetric", "tries", "confirm", "level", "needs"); err != nil {
		return err
	}
	grid, err := f.Maker(t.model, t.givens)
	if err != nil {
		return usageErrorf("--method %s: %w", f.Method, err)
	}
	if f.over.given() {
		if grid == nil {
			return usageErrorf("--cluster: this model needs a search, expected one that --method fills without a search")
		}
		return f.spreadFull(ctx, streams, t)
	}
	if grid == nil {
		session, err := openOracle(first, f.engine, t)
		if err != nil {
			return err
		}
		defer session.Close()
		if grid, err = f.searched(first, t, session); err != nil {
			return err
		}
	}
	bar := puzzleBar(streams.err, f.count)
	defer bar.clear()
	return f.series(ctx, streams.out, begun, bar, func(limited context.Context, out *lines, number int) error {
		values, err := grid(limited, uint64(number))
		switch {
		case err == nil:
			return out.line(t.notation.FormatSolution(t.model, values))
		case limited.Err() != nil:
			return &exitError{statusStopped, fmt.Errorf("grid %d: %w", number, stopCause(limited))}
		case errors.Is(err, generate.ErrNoGrid):
			return usageErrorf("%w", err)
		}
		return err
	})
}

// spreadFull prints full grids that workers of a cluster make.
func (f *generateFlags) spreadFull(ctx context.Context, streams streams, t *task) error {
	input, err := f.JobInput(t.model, t.notation, f.count)
	if err != nil {
		return err
	}
	d := cluster.Info{Kind: generate.FullJob, Title: fmt.Sprintf("%d grids of seed %d", f.count, f.Seed), Model: t.model.Hash()}
	out := newLines(streams.out)
	out.line(f.header())
	_, err = f.over.run(ctx, streams, d, input, func(text []byte) error {
		return firstError(out.line(strings.TrimSuffix(string(text), "\n")), out.flush())
	})
	return firstError(out.flush(), err)
}
