package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// fullFlags are the flags of generate that make full grids.
type fullFlags struct {
	full    bool
	method  string
	workers int
	period  int
	apart   bool
}

func (f *fullFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.full, "full", false, "full grids instead of puzzles")
	addChoice(flags, &choice{value: &f.method, names: methodNames, check: func(name string) error {
		_, err := full.Parse(name)
		return err
	}}, "method", full.Methods()[0].Name, "how full grids are made, `NAME`, with settings in brackets such as published[break=0.4]")
	addWhole(flags, &f.workers, "workers", 1, 1, "`N` workers on each full grid; it depends on their number, not on that of processors")
	addWhole(flags, &f.period, "period", full.DefaultPeriod, 1, "workers meet after `N` counted steps")
	flags.BoolVar(&f.apart, "apart", false, "workers do not share the furthest position, even where --method has one to share")
	readBeside(flags, "full", "method", "workers", "period", "apart")
}

func methodNames() []string {
	return each(full.Methods(), func(m full.Named) string { return m.Name })
}

func methodHelp() string {
	var text []string
	for _, m := range full.Methods() {
		text = append(text, fmt.Sprintf("  %-10s %s", m.Name, m.Summary))
		for _, s := range m.Settings {
			text = append(text, fmt.Sprintf("    %-8s %s: %s (default %s)", s.Name, s.Usage, s.Expected(), s.Default))
		}
	}
	return strings.Join(text, "\n")
}

// filled reports whether a method of package full makes the grids of the model, which has no givens, and returns what it takes: all of
// them plain Sudoku, one of them quasi-magic Sudoku too.
func (f *fullFlags) filled(t *task) (method full.Method, shape full.Shape, fills bool, err error) {
	family, known := t.model.Family()
	if !known || len(t.givens) > 0 {
		return nil, shape, false, nil
	}
	if method, err = full.Parse(f.method); err != nil {
		return nil, shape, false, usageErrorf("%w", err)
	}
	shape = full.Shape{BoxRows: family.BoxRows, BoxColumns: family.BoxColumns}
	if _, magic := method.(full.Magic); magic {
		method := full.Magic{Delta: family.Delta}
		if err := method.Check(shape); err != nil {
			return nil, shape, false, usageErrorf("--method %s: %w", f.method, err)
		}
		return method, shape, true, nil
	}
	return method, shape, !family.QuasiMagic || family.Delta == model.MaxDelta(family.BoxRows), nil
}

// fill returns what makes a full grid by a method.
func (f *fullFlags) fill(method full.Method, shape full.Shape) gridMaker {
	team := full.Team{Workers: f.workers, Period: int64(f.period), Share: !f.apart && full.Shares(method)}
	return func(ctx context.Context, seed, number uint64) (model.Assignment, error) {
		grid, _, err := team.Fill(ctx, method, shape, func(worker int) *rand.Rand {
			return generate.NewStream(seed, number<<16+uint64(worker))
		})
		return grid, err
	}
}

// gridMaker makes the full grid of a number.
type gridMaker func(ctx context.Context, seed, number uint64) (model.Assignment, error)

// searched returns what makes a full grid of any other model: a search by the engine, which the session is of.
func (f *fullFlags) searched(ctx context.Context, t *task, session engine.Session) (gridMaker, error) {
	if f.method != methodNames()[0] || f.workers != 1 {
		return nil, usageErrorf("--method %s, --workers %d: only grids without givens, of plain Sudoku or by magic, are made so, expected --method %s, one worker",
			f.method, f.workers, methodNames()[0])
	}
	generator, err := generate.New(ctx, t.model, t.givens, session, generate.Options{Unique: true, Givens: generate.AsFewAsRemovalLeaves})
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	return func(ctx context.Context, seed, number uint64) (model.Assignment, error) {
		return generator.Grid(ctx, generate.NewStream(seed, number<<16))
	}, nil
}

// runFull prints full grids, one a line. The first one's timeout has begun, with the context first.
func (f *generateFlags) runFull(ctx, first context.Context, streams streams, t *task, begun time.Time) error {
	const why = "with --full: a full grid has all values given"
	if err := misplaced(f.set, why, "givens", "unique", "minimal", "symmetric", "tries", "confirm", "level", "needs"); err != nil {
		return err
	}
	method, shape, fills, err := f.filled(t)
	if err != nil {
		return err
	}
	if f.over.given() {
		if !fills {
			return usageErrorf("--cluster beside --full: expected a model that --method fills without a search")
		}
		return f.spreadFull(ctx, streams, t)
	}
	var grid gridMaker
	if fills {
		grid = f.fill(method, shape)
	} else {
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
	return f.series(ctx, streams, begun, bar, func(limited context.Context, out *lines, number int) error {
		values, err := grid(limited, f.seed, uint64(number))
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
