package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/model"
)

// measurement is a set of puzzles with the engines that run it, and how.
type measurement struct {
	name, description string // of a suite's set
	task              *task
	contenders        []compare.Contender
	puzzles           []model.Puzzle
	limit             uint64
	timeout           time.Duration
	rounds            roundFlags
	sizes             bool // of the formulas are asked for
}

// newMeasurement returns what the flags and arguments come to.
func newMeasurement(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags, rf *roundFlags) (*measurement, error) {
	if err := rf.check(); err != nil {
		return nil, err
	}
	t, contenders, err := ef.prepare(ctx, mf, streams.in)
	if err != nil {
		return nil, err
	}
	list, err := t.listPuzzles(streams.in, args)
	return &measurement{
		task: t, contenders: contenders, puzzles: list, limit: ef.limit, timeout: ef.timeout, rounds: *rf,
	}, err
}

// run measures.
func (m *measurement) run(ctx context.Context, streams streams) (compare.SetResult, error) {
	result := compare.SetResult{
		Name: m.name, Description: m.description, Delta: m.task.delta, Model: m.task.model, Givens: m.task.givens,
	}
	var err error
	if m.sizes {
		if result.Sizes, err = sizesOf(ctx, m.task, m.contenders, m.puzzles); err != nil {
			return result, err
		}
	}
	step, finish := progress(streams.err, m.rounds.rounds*len(m.puzzles))
	result.Report, err = compare.Run(ctx, compare.Config{
		Model: m.task.model, Contenders: m.contenders, Givens: m.task.givens, Limit: m.limit, Timeout: m.timeout,
		Rounds: m.rounds.rounds, WarmUp: m.rounds.warmUp, Seed: m.rounds.seed, Progress: step,
	}, m.puzzles)
	finish()
	return result, inputError(err)
}

// printMeasured measures one set after the other and prints what came of each; a report in the folder dir, unless that is "", is
// written anew after each set. The context's end skips those that are left.
func printMeasured(ctx context.Context, streams streams, s *sheet, format, dir string, flags *pflag.FlagSet, args []string,
	sets []*measurement) error {
	if err := makeReportFolder(dir); err != nil {
		return err
	}
	result := &compare.SuiteResult{Environment: compare.NewEnvironment(commandLine(flags, args))}
	p := &printer{sheet: s, out: newLines(streams.out), format: format, environment: result.Environment}
	for _, m := range sets {
		set, err := m.run(ctx, streams)
		if ctx.Err() != nil && set.Report == nil {
			break
		} else if err != nil {
			return err
		}
		result.Sets = append(result.Sets, set)
		if err := firstError(s.writeReport(dir, result), p.set(&set)); err != nil {
			return err
		}
	}
	return firstError(p.end(), verdict(ctx, result, len(result.Sets) < len(sets)))
}

// verdict is the error that results end a command with, or nil where all engines agree and finished. stopped says that sets
// are missing.
func verdict(ctx context.Context, result *compare.SuiteResult, stopped bool) error {
	failures := 0
	var smallest *compare.Failure
	for i := range result.Sets {
		report := result.Sets[i].Report
		stopped = stopped || report.Stopped
		failures += len(report.Failures)
		if f, failed := report.Smallest(); failed && (smallest == nil || f.Solutions < smallest.Solutions) {
			smallest = &f
		}
	}
	if smallest != nil {
		return &exitError{statusCheck, fmt.Errorf("%s; the smallest: %s: %s: %s",
			show.Things(failures, "disagreement"), smallest.Label, where(smallest.Puzzle), smallest.Reason)}
	}
	switch {
	case stopped && ctx.Err() != nil:
		return &exitError{statusStopped, fmt.Errorf("%w: some searches are unfinished", stopCause(ctx))}
	case stopped:
		return &exitError{statusStopped, fmt.Errorf("stopped by a timeout or an interrupt: some searches are unfinished")}
	}
	return nil
}
