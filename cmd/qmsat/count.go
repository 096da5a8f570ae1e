package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/certificate"
	"qmsat/encode/answer"
	"qmsat/model"
	"qmsat/model/engine"
)

var countCommand = &command{
	name:    "count",
	args:    puzzleArgs,
	summary: "count solutions",
	long: `Prints the exact number of solutions of each puzzle, one a line. ">=K" means that the count was stopped at K: by a limit,
a timeout, the memory or an interrupt.

Without --engine, native counts; after 50 ms a second engine starts, and the first to finish wins: residual for formulas
such as CNF files, otherwise frontier; with --limit up to 16 gini, after 5 ms. With a flag for engines, or with --workers,
--checkpoint or --cluster, one engine counts alone.

--format mc answers as in the Model Counting Competition. --states prints the product of n! over all boxes,
each with n open cells (Roach et al. 2009).`,
	examples: []example{
		{"count --box 2x2", "the number of 4×4 Sudoku grids"},
		{"count --limit 2 --confirm auto --model testdata/models/killer-9.yaml", "is the solution of a model the only one, by two engines?"},
		{"count --engine gini --confirm native --box 2x2", "4×4 grids again, by two unrelated engines"},
		{"count --box 2x2 --proof 4x4.proof 1....2...3......", "the number of solutions, and a file that proves it"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		ef := addEngineFlags(flags, "native", "text", "json", "mc")
		proof := flags.String("proof", "", "write a certificate of the count to `FILE`")
		var proofForm string
		addName(flags, &proofForm, "proof-format", "tree", "`FORMAT` of --proof", certificate.Names()...)
		requireFlag(flags, "proof", "proof-format")
		states := flags.Bool("states", false, "print the number of states, without a search")
		confirm := addConfirm(flags, "have an unrelated engine `NAME` count again, or auto")
		workers := workersFlag(flags)
		checkpoint := flags.String("checkpoint", "", "keep finished work in `FILE`, and resume from it")
		over := addSearchRun(flags)
		return ef.model.each(func(ctx context.Context, streams streams, args []string) error {
			if *confirm != "" && (*states || *proof != "") {
				return usageErrorf("--confirm cannot be combined with --states or --proof: it confirms an engine's count")
			}
			if *states {
				const why = "cannot be combined with --states, which runs no search"
				if err := misplaced(flags, why, "proof", "workers", "checkpoint", "cluster"); err != nil {
					return err
				}
				return countStates(ctx, streams, args, ef)
			}
			if *proof != "" {
				if *workers > 0 || *checkpoint != "" || over.given() {
					return usageErrorf("--proof cannot be combined with --workers, --checkpoint or --cluster: a proof needs one search")
				}
				return countProved(ctx, streams, args, ef, *proof, proofForm)
			}
			return count(ctx, streams, args, ef, *workers, *checkpoint, *confirm, over)
		})
	},
}

func count(
	ctx context.Context, streams streams, args []string, ef *engineFlags, workers int, checkpoint, confirm string, over *clusterRun,
) error {
	s, err := ef.search(ctx, streams, workers)
	if err != nil {
		return err
	}
	if err := mustFindAll(s.contender.Engine); err != nil {
		return err
	}
	if checkpoint != "" && s.limit > 0 {
		return usageErrorf("--checkpoint cannot be combined with --limit: a checkpoint needs a full count")
	}
	s.counts = &counts{name: confirm, least: leastSecond}
	defer s.counts.tell(streams.err)
	by, err := confirming(confirm, s.contender.Engine, engine.Result{})
	if err != nil {
		return err
	}
	if err := s.over(over, checkpoint); err != nil {
		return err
	}
	if checkpoint == "" && !over.given() {
		s.leaveWorkers()
	}
	if err := s.race(ef, "counted", over, func(beside *engine.Engine) bool {
		return confirm == "" || confirm == unrelated || by.Engine.Unrelated(beside)
	}); err != nil {
		return err
	}
	out := newLines(streams.out)
	s.done = func(p model.Puzzle, o outcome) error {
		if o.Complete() && !o.confirmed() {
			s.counts.single++
		}
		if o.How != "" && isTerminal(streams.err) {
			fmt.Fprintln(streams.err, o.How)
		}
		return s.printCount(out, p, o, ef.format)
	}
	return s.run(ctx, streams, args, out)
}

// leaveWorkers lets an engine with workers of its own use them, instead of splitting its searches.
func (s *search) leaveWorkers() {
	const own = "workers"
	for _, setting := range s.contender.Engine.Settings {
		if setting.Name == own && s.workers > 0 {
			options := engine.Options{}
			maps.Copy(options, s.contender.Options)
			options[own] = strconv.Itoa(s.workers)
			s.contender.Options, s.workers = options, 0
		}
	}
}

func (s *search) printCount(out *lines, p model.Puzzle, o outcome, format string) error {
	switch format {
	case "json":
		return firstError(out.object(s.record(p, o)), out.flush())
	case "mc":
		return firstError(out.line(answer.CountLines(s.task.model, o.number(), o.Complete())), out.flush())
	}
	text := o.count()
	if !o.Complete() {
		text = ">=" + text
	}
	return firstError(out.line(text), out.flush())
}

// statesRecord is the JSON object for the number of states of a puzzle.
type statesRecord struct {
	model.Puzzle
	Delta  *int   `json:"delta"`
	States string `json:"states"`
}

// countStates prints the number of states of each puzzle. It refuses flags of searches, because it runs none.
func countStates(ctx context.Context, streams streams, args []string, ef *engineFlags) error {
	if name, changed := ef.changedBeside("format"); changed {
		return usageErrorf("--%s cannot be combined with --states, which runs no search", name)
	}
	if ef.format == "mc" {
		return usageErrorf("--format mc cannot be combined with --states: it prints counts of solutions")
	}
	t, _, err := ef.prepare(ctx, streams)
	if err != nil {
		return err
	}
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	err = puzzles.each(ctx, streams.err, func(p model.Puzzle) (stop, err error) {
		states, err := t.model.States(slices.Concat(t.givens, p.Cube))
		if err != nil {
			return nil, inputError(err)
		}
		if ctx.Err() != nil {
			stop = &exitError{statusStopped, stopCause(ctx)}
		}
		out.record(ef.format, statesRecord{p, t.delta, states.String()}, states.String())
		return stop, out.flush()
	})
	return firstError(out.flush(), err)
}

// errIncomplete prevents writing a file.
var errIncomplete = errors.New("the search did not end")

// countProved counts the solutions of one puzzle and writes a certificate of the count. An incomplete search writes no file.
func countProved(ctx context.Context, streams streams, args []string, ef *engineFlags, file, formatName string) error {
	const why = "cannot be combined with --proof: a proof needs one search for all solutions"
	if err := misplaced(ef.set, why, "limit", "enumerate", "workers", "checkpoint"); err != nil {
		return err
	}
	format := certificate.Formats[formatName]
	if !ef.set.Changed("engine") {
		ef.engines = format.Engine
	}
	s, err := ef.search(ctx, streams, 0)
	if err != nil {
		return err
	}
	e := s.contender.Engine
	if e.Name != format.Engine {
		return usageErrorf("--proof-format %s: engine %s cannot write it, expected %s", formatName, e.Name, format.Engine)
	}
	puzzle, err := s.task.singlePuzzle(streams, args)
	if err != nil {
		return err
	}
	ctx, cancel := limited(ctx, s.begun, s.timeout)
	defer cancel()
	cube := slices.Concat(s.task.givens, puzzle.Cube)
	o := outcome{}
	err = writeFile(file, streams.out, func(w io.Writer) (err error) {
		start := time.Now()
		o.Result, err = format.Write(ctx, w, s.task.model, cube, s.contender.Options)
		o.seconds = time.Since(start).Seconds()
		if err == nil && !o.Complete() {
			err = errIncomplete
		}
		if err != nil {
			return inputError(err)
		}
		return nil
	})
	if ctx.Err() != nil && !o.Complete() {
		o.stop = stopCause(ctx)
		return firstError(s.printCount(newLines(streams.out), puzzle, o, ef.format), s.stopError(puzzle, o))
	}
	if err != nil {
		return err
	}
	return s.printCount(newLines(streams.out), puzzle, o, ef.format)
}

// racePatience is how long an answer waits that another engine may give differently.
const racePatience = time.Second

// race lets a second engine run beside native, if no flag chooses engines and it may.
func (s *search) race(ef *engineFlags, verb string, over *clusterRun, may func(*engine.Engine) bool) error {
	name := compare.Beside(s.task.model, s.limit)
	if _, chosen := ef.changedBeside("timeout", "format", "limit"); chosen || s.divided() || over.given() || name == "" {
		return nil
	}
	beside, err := engine.Lookup(name)
	if s.verb = verb; err == nil && may(beside) {
		s.beside = beside
	}
	return err
}

// optionsOf returns the options of the engine that found a result. The winner of a race runs with its defaults.
func (s *search) optionsOf(r engine.Result) engine.Options {
	if r.By == nil {
		return s.contender.Options
	}
	options := engine.Options{}
	for _, setting := range r.By.Settings {
		options[setting.Name] = setting.Default
	}
	return options
}
