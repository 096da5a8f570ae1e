package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/native/grids"
)

var gridsCommand = &command{
	name:    "grids",
	args:    "",
	summary: "count all quasi-magic grids 9×9, exactly",
	long: `Prints how many quasi-magic grids there are, one line for each Δ. --what asks for bands (three rows), minigrids (one
box) or classes (grids up to symmetry) instead. Δ = 9 is plain Sudoku. It sums over sets of rows and columns, which
takes seconds to minutes.

--checkpoint FILE keeps finished work; the same command resumes from it. --list prints the grids themselves, --classes
the first grid and the size of each class.`,
	examples: []example{
		{"grids --delta 0-3", "the number of grids for the first four Δ"},
		{"grids --delta 2 --what minigrids", "the number of quasi-magic fillings of one box"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &gridsFlags{}
		flags.StringVar(&f.delta, "delta", "", "Δ, `N` from 0 to 9, or several such as 0-3,9; required")
		addName(flags, &f.what, "what", string(grids.Grids), "`NAME`", lists.Map(grids.Whats(), func(what grids.What) string { return string(what) })...)
		addWorkers(flags, &f.workers, "workers", "", 0, "use `N` processors (default: all)")
		flags.StringVar(&f.checkpoint, "checkpoint", "", "keep finished work in `FILE`, and resume from it")
		flags.BoolVar(&f.list, "list", false, "print the grids themselves")
		flags.BoolVar(&f.classes, "classes", false, "print a grid of each class, and the size of the class")
		f.timeout = addTimeout(flags)
		f.over = addClusterJob(flags)
		return func(ctx context.Context, streams streams, args []string) error {
			if f.list || f.classes {
				if err := misplaced(flags, "cannot be combined with --list or --classes, which print grids", "what", "workers", "checkpoint", "cluster"); err != nil {
					return err
				}
			}
			if f.list && f.classes {
				return usageErrorf("--list cannot be combined with --classes")
			}
			return f.run(ctx, streams, args)
		}
	},
}

type gridsFlags struct {
	delta      string
	what       string
	workers    int
	checkpoint string
	list       bool
	classes    bool
	timeout    *time.Duration
	over       *clusterJob
}

func (f *gridsFlags) run(ctx context.Context, streams streams, _ []string) error {
	deltas, ok := parseNumbers(f.delta)
	if !ok || slices.Max(deltas) > model.MaxDelta(3) {
		return usageErrorf("--delta %q, expected numbers from 0 to %d such as 2 or 0-3,9", f.delta, model.MaxDelta(3))
	}
	if f.checkpoint != "" && len(deltas) > 1 && !f.over.given() {
		return usageErrorf("--checkpoint cannot be combined with several Δ: a checkpoint keeps the work of one count")
	}
	ctx, cancel := limited(ctx, time.Now(), *f.timeout)
	defer cancel()
	out := newLines(streams.out)
	for _, delta := range deltas {
		var err error
		switch {
		case f.list:
			err = f.printGrids(ctx, out, delta)
		case f.classes:
			err = f.printClasses(ctx, out, delta)
		default:
			err = f.printCount(ctx, streams, out, delta)
		}
		if err := firstError(out.flush(), f.explain(ctx, err)); err != nil {
			return err
		}
	}
	return nil
}

func (f *gridsFlags) printCount(ctx context.Context, streams streams, out *lines, delta int) error {
	if f.over.given() {
		return f.printSpread(ctx, streams, out, delta)
	}
	bar := newShare(streams.err, fmt.Sprintf("Δ = %d", delta))
	defer bar.clear()
	n, err := grids.Count(ctx, delta, grids.What(f.what), grids.Options{
		Workers: f.workers, Progress: bar.share, Checkpoint: f.checkpoint,
	})
	if err != nil {
		return err
	}
	return out.line(n.String())
}

// printSpread counts over a cluster.
func (f *gridsFlags) printSpread(ctx context.Context, streams streams, out *lines, delta int) error {
	f.over.workers, f.over.checkpoint = f.workers, f.checkpoint
	input, err := grids.JobInput(delta, grids.What(f.what))
	if err != nil {
		return err
	}
	r, err := f.over.run(ctx, streams, cluster.Info{Kind: grids.Job, Title: fmt.Sprintf("%s for Δ = %d", f.what, delta)}, input, nil)
	if err != nil {
		return err
	}
	return out.line(r.Result)
}

func (f *gridsFlags) printGrids(ctx context.Context, out *lines, delta int) error {
	list, err := grids.List(ctx, delta)
	if err != nil {
		return err
	}
	for g := range list {
		if err := out.line(g.String()); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (f *gridsFlags) printClasses(ctx context.Context, out *lines, delta int) error {
	classes, err := grids.ListClasses(ctx, delta)
	for _, class := range classes {
		if err := out.line(fmt.Sprintf("%s %d", class.Representative, class.Size)); err != nil {
			return err
		}
	}
	return err
}

// explain gives an error its status.
func (f *gridsFlags) explain(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && f.checkpoint != "" {
		return &exitError{statusStopped, fmt.Errorf("%w; %s keeps what was finished", stopCause(ctx), f.checkpoint)}
	}
	return orStopped(ctx, err)
}
