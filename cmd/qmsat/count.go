package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask"
	"qmsat/compare/certificate"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/parallel"
)

var countCommand = puzzleQuestion("count", func(q *question, flags *pflag.FlagSet) {
	proof := flags.String("proof", "", "write a certificate of the count to `FILE`")
	var proofForm string
	addName(flags, &proofForm, "proof-format", "tree", "`FORMAT` of --proof", certificate.Names()...)
	requireFlag(flags, "proof", "proof-format")
	states := flags.Bool("states", false, "print the number of states, without a search")
	d := addDivided(q, flags, false)
	flags.StringVar(&d.checkpoint, "checkpoint", "", "keep finished work in `FILE`, and resume from it")
	single := 0 // counts found by one engine only
	q.seen = func(answer any) {
		if answer.(interface{ Single() bool }).Single() {
			single++
		}
	}
	q.instead = func(ctx context.Context, streams streams, args []string) (bool, error) {
		confirms := flags.Changed("confirm")
		switch {
		case confirms && (*states || *proof != ""):
			return true, usageErrorf("--confirm cannot be combined with --states or --proof: it confirms an engine's count")
		case *states:
			return true, q.states(ctx, streams, args)
		case *proof != "" && d.divides():
			return true, usageErrorf("--proof cannot be combined with --workers, --checkpoint or --cluster: a proof needs one search")
		case *proof != "":
			return true, q.proved(ctx, streams, args, *proof, proofForm)
		case d.checkpoint != "" && flags.Changed("limit"):
			return true, usageErrorf("--checkpoint cannot be combined with --limit: a checkpoint needs a full count")
		}
		return false, nil
	}
	q.end = func(streams streams) {
		if single > 0 && isTerminal(streams.err) {
			fmt.Fprintf(streams.err, "counts by one engine only: %d; to have an unrelated engine count again: --confirm auto\n", single)
		}
	}
})

var solveCommand = puzzleQuestion("solve", func(q *question, flags *pflag.FlagSet) { addDivided(q, flags, true) })

// divided are the options of a search that is split into cubes, here or over a cluster.
type divided struct {
	workers    int
	checkpoint string
	over       *clusterJob
}

// divides reports whether searches are split.
func (d *divided) divides() bool { return d.workers > 0 || d.checkpoint != "" || d.over.given() }

// addDivided adds the flags of divided searches to a question, which lists solutions or counts them.
func addDivided(q *question, flags *pflag.FlagSet, listing bool) *divided {
	d := &divided{}
	addWorkers(flags, &d.workers, "workers", "", 0, "`N` workers share puzzles, and parts of hard ones")
	d.over = addSearchJob(flags)
	q.prepare = func(ctx context.Context, t *task, puzzles *puzzles, by *ask.Searcher, streams streams) (err error) {
		if !d.divides() {
			return nil
		}
		if q.kept = d.checkpoint; d.checkpoint != "" {
			if puzzles.total == unknownTotal {
				if *puzzles, err = listed(*puzzles); err != nil {
					return err
				}
			}
			if puzzles.total != 1 {
				return usageErrorf("--checkpoint: found %d puzzles, expected one: a checkpoint keeps the work of one count", puzzles.total)
			}
		}
		by.Alone = true
		if d.over.given() {
			d.over.workers, d.over.checkpoint, d.over.follow.Progress = d.workers, d.checkpoint, q.working.items
			by.Job = func() any {
				if d.over.last.ID == "" {
					return nil
				}
				return &d.over.last
			}
			by.Open = func(ctx context.Context, c engine.Chosen, m *model.Model) (engine.Session, error) {
				return d.over.open(ctx, streams.err, c, m, cmp.Or(t.file, t.model.Name))
			}
			return d.over.check()
		}
		if own, has := by.With("workers", strconv.Itoa(d.workers)); has && d.checkpoint == "" {
			by.Chosen = own // which need not split its searches
			return nil
		}
		options := parallel.Options{Workers: max(d.workers, 1), Checkpoint: d.checkpoint, Progress: q.working.count}
		by.Open = func(ctx context.Context, c engine.Chosen, m *model.Model) (engine.Session, error) {
			return parallel.Open(ctx, c.Engine, m, c.Options, options)
		}
		if puzzles.total > 1 && by.Engine.Abilities.Concurrent && t.model.Objective == nil {
			ahead := parallel.NewAhead(options, parallel.Asks{With: t.with, Limit: q.request.(searching).Search().Limit, Lists: listing})
			puzzles.all = ahead.Puzzles(puzzles.all)
			by.Open = func(_ context.Context, c engine.Chosen, m *model.Model) (engine.Session, error) {
				if err := ahead.Open(ctx, c.Engine, m, c.Options, options); err != nil { // the workers outlast the puzzle that opens the session
					return nil, err
				}
				return ahead, nil
			}
		}
		return nil
	}
	return d
}

// statesRecord is the JSON object for the number of states of a puzzle.
type statesRecord struct {
	model.Puzzle
	Delta  *int   `json:"delta"`
	States string `json:"states"`
}

// states prints the number of states of each puzzle. It refuses flags of searches, because it runs none.
func (q *question) states(ctx context.Context, streams streams, args []string) error {
	const why = "cannot be combined with --states, which runs no search"
	if err := misplaced(q.model.set, why, "proof", "workers", "checkpoint", "cluster"); err != nil {
		return err
	}
	if name, changed := q.engines.changedBeside("format"); changed {
		return usageErrorf("--%s %s", name, why)
	}
	if q.format == "mc" {
		return usageErrorf("--format mc cannot be combined with --states: it prints counts of solutions")
	}
	t, err := q.model.build(ctx, streams)
	if err != nil {
		return err
	}
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	err = puzzles.each(ctx, streams.err, func(p model.Puzzle) (stop, err error) {
		states, err := t.model.States(t.with(p.Cube))
		if err != nil {
			return nil, inputError(err)
		}
		if ctx.Err() != nil {
			stop = &exitError{statusStopped, stopCause(ctx)}
		}
		out.record(q.format, statesRecord{p, t.delta, states.String()}, states.String())
		return stop, out.flush()
	})
	return firstError(out.flush(), err)
}

// errIncomplete prevents writing a file.
var errIncomplete = errors.New("the search did not end")

// proved counts the solutions of one puzzle and writes a certificate of the count. An incomplete search writes no file.
func (q *question) proved(ctx context.Context, streams streams, args []string, file, formatName string) error {
	const why = "cannot be combined with --proof: a proof needs one search for all solutions"
	if err := misplaced(q.model.set, why, "limit", "enumerate", "workers", "checkpoint"); err != nil {
		return err
	}
	format := certificate.Formats[formatName]
	if !q.model.set.Changed("engine") {
		q.engines.engines = format.Engine
	}
	if err := q.check(); err != nil {
		return err
	}
	by := q.request.(searching).Search().By
	if by.Engine.Name != format.Engine {
		return usageErrorf("--proof-format %s: engine %s cannot write it, expected %s", formatName, by.Engine.Name, format.Engine)
	}
	t, err := q.model.build(ctx, streams)
	if err != nil {
		return err
	}
	puzzle, err := t.singlePuzzle(streams, args)
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, t.begun, t.timeout)
	defer cancel()
	begun := time.Now()
	var result engine.Result
	err = writeFile(file, streams.out, func(w io.Writer) (err error) {
		result, err = format.Write(ctx, w, t.model, t.with(puzzle.Cube), by.Options)
		if err == nil && !result.Complete() {
			err = errIncomplete
		}
		if err != nil {
			return inputError(err)
		}
		return nil
	})
	stopped := ctx.Err() != nil && !result.Complete()
	if err != nil && !stopped {
		return err
	}
	ask.On(q.request, ask.Puzzle{Document: t.document.Bare().WithGivens(t.with(puzzle.Cube)), Delta: t.delta, Format: q.format})
	q.to = ask.Output{Writer: &q.text, Format: q.format, Number: 1, Of: puzzle}
	answer := ask.Counted(q.request, result, time.Since(begun))
	out := newLines(streams.out)
	err = firstError(q.show(t.document, out, puzzle, answer), out.flush())
	if stopped {
		err = firstError(err, &exitError{statusStopped, fmt.Errorf("%s: %w", where(puzzle), stopCause(ctx))})
	}
	return err
}
