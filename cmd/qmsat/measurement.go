package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare"
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
	t, contenders, err := ef.prepare(ctx, mf, streams.in)
	if err != nil {
		return nil, err
	}
	list, err := t.listPuzzles(streams.in, args)
	return &measurement{
		task: t, contenders: contenders, puzzles: list, limit: ef.limit, timeout: ef.timeout, rounds: *rf,
	}, err
}

func (m *measurement) config() compare.Config {
	return compare.Config{
		Model: m.task.model, Contenders: m.contenders, Givens: m.task.givens, Limit: m.limit, Timeout: m.timeout,
		Rounds: m.rounds.rounds, WarmUp: m.rounds.warmUp, Seed: m.rounds.seed,
	}
}

// notRun returns the result of a measurement that was stopped before it began.
func (m *measurement) notRun() compare.SetResult {
	return compare.SetResult{
		Name: m.name, Description: m.description, Delta: m.task.delta, Model: m.task.model, Givens: m.task.givens,
		Report: compare.NotRun(m.config(), m.puzzles),
	}
}

// run measures. Where the context ends, there is less in the result, or nothing.
func (m *measurement) run(ctx context.Context, streams streams) (compare.SetResult, error) {
	result := m.notRun()
	if m.sizes {
		sizes, err := m.formulaSizes(ctx)
		if err != nil && ctx.Err() == nil {
			return result, inputError(err)
		}
		result.Sizes = sizes
	}
	config := m.config()
	bar := puzzleBar(streams.err, m.rounds.rounds*len(m.puzzles))
	config.Progress = bar.step
	report, err := compare.Run(ctx, config, m.puzzles)
	bar.clear()
	if err == nil {
		result.Report = report
	}
	return result, inputError(err)
}

// printMeasured measures one set after the other and prints what came of each; a report in the folder dir, unless that is "", is
// written anew after each set, with those that are left as not run. The context's end leaves these so.
func printMeasured(ctx context.Context, streams streams, s *sheet, format, dir string, flags *pflag.FlagSet, args []string,
	sets []*measurement) error {
	if err := makeReportFolder(dir); err != nil {
		return err
	}
	result := &compare.SuiteResult{Environment: compare.NewEnvironment(commandLine(flags, args))}
	for _, m := range sets {
		result.Sets = append(result.Sets, m.notRun())
	}
	p := &printer{sheet: s, out: newLines(streams.out), format: format, environment: result.Environment}
	for i, m := range sets {
		set, err := m.run(ctx, streams)
		if err != nil {
			return err
		}
		result.Sets[i] = set
		if err := firstError(s.writeReport(dir, result), p.set(&set)); err != nil {
			return err
		}
	}
	return firstError(p.end(), verdict(ctx, result))
}

// verdict is the error that results end a command with, or nil where all engines agree and finished. A wrong result weighs more
// than an engine that failed, and that more than a stop.
func verdict(ctx context.Context, result *compare.SuiteResult) error {
	claim := result.Claim()
	var smallest compare.Failure
	for i := range result.Sets {
		report := result.Sets[i].Report
		if f, failed := report.Smallest(); failed && (smallest.Reason == "" || compare.Smaller(f, smallest) < 0) {
			smallest = f
		}
	}
	switch {
	case claim.Disagreements > 0:
		return &exitError{statusCheck, fmt.Errorf("%s; the smallest: %s: %s: %s",
			claim.Failed(), smallest.Label, where(smallest.Puzzle), smallest.Reason)}
	case claim.Crashes > 0:
		return inputError(fmt.Errorf("%s; the smallest: %s: %w", claim.Failed(), where(smallest.Puzzle), smallest.Err))
	case claim.Stopped && ctx.Err() != nil:
		return &exitError{statusStopped, fmt.Errorf("%w: %s", stopCause(ctx), claim.Extent())}
	case claim.Stopped:
		return &exitError{statusStopped, fmt.Errorf("stopped by a timeout: %s", claim.Extent())}
	}
	return nil
}
