package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"qmsat/cmd/internal/ask"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

// runClued prints a puzzle with clues of its own, as a model file. It makes the puzzle until ctx ends; one that is stopped while
// it is confirmed, or the closest one, is printed as comments.
func (f *generateFlags) runClued(ctx context.Context, streams streams, t *task) error {
	wanted, err := generate.ParseWanted(f.clues)
	switch {
	case err != nil:
		return usageErrorf("--clues: %w", err)
	case f.count != 1:
		return usageErrorf("--count %d cannot be combined with --clues: a model file has one puzzle; use another --seed", f.count)
	case !f.Unique:
		return usageErrorf("--unique=false cannot be combined with --clues: clues are chosen to make the solution unique")
	case f.set.Changed("format") && f.format != "yaml":
		return usageErrorf("--format %s cannot be combined with --clues: clues need a model file, --format yaml", f.format)
	case t.model.Grid == nil:
		return usageErrorf("--clues: found a model without a grid, expected a grid")
	}
	of, err := parseEngine(f.engine, mustFindAll, mustList)
	if err != nil {
		return err
	}
	by := *f.confirm
	if by == "" {
		by = ask.Unrelated
	}
	confirm, err := confirming(by, of.Engine, engine.Result{}, mustList)
	if err != nil {
		return err
	}
	bar := newBar(streams.err, 1, "puzzles")
	defer bar.clear()
	f.Progress = func(s generate.Status) { bar.Describe(fmt.Sprintf("puzzles (%v)", s)) }
	maker := generate.Clued{
		Model: t.model, Givens: t.givens, Wanted: wanted, Options: f.Options, Accept: f.acceptClued(t),
		Open: func(ctx context.Context, m *model.Model) (engine.Session, error) {
			return of.Engine.Open(ctx, m, of.Options)
		},
	}
	p, err := maker.Puzzle(ctx, generate.NewStream(f.Seed, 1))
	if unreached := new(generate.UnreachedError); errors.As(err, &unreached) {
		if unreached.Err != nil {
			unreached.Err = stopCause(ctx)
		}
		err = &exitError{statusStopped, fmt.Errorf("gave up: %v", unreached)}
		if p.Model == nil {
			return err
		}
		return firstError(f.writeClued(streams, t, p, "request not met"), err)
	}
	if err != nil {
		return orStopped(ctx, err)
	}
	made := &task{model: p.Model, givens: t.givens, notation: t.notation}
	g := generation{generateFlags: f, task: made, by: confirm}
	err = g.confirmed(ctx, p.Puzzle)
	short := ""
	if isStop(err) {
		short = "not confirmed"
	} else if err != nil {
		return err
	}
	return firstError(f.writeClued(streams, t, p, short), err)
}

// acceptClued returns a test for puzzles of the requested grade, or nil without a grade.
func (f *generateFlags) acceptClued(t *task) func(context.Context, generate.CluePuzzle) (bool, error) {
	if f.Demand == (logic.Demand{}) {
		return nil
	}
	return func(ctx context.Context, p generate.CluePuzzle) (bool, error) {
		accept, err := f.accept(ctx, &task{model: p.Model, givens: t.givens, notation: t.notation})
		if err != nil {
			return false, err
		}
		return accept(ctx, p.Puzzle)
	}
}

// writeClued prints a puzzle as a model file, below the comment line with the flags. If it falls short, the file is comments.
func (f *generateFlags) writeClued(streams streams, t *task, p generate.CluePuzzle, short string) error {
	file, err := modelFile(p.Model, slices.Concat(t.givens, p.Givens), p.Solution)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	out.line(f.header())
	if short != "" {
		file = remark(short, file)
	}
	out.line(file)
	return out.flush()
}

// modelFile returns a puzzle as a model file, with its solution if it has only one.
func modelFile(m *model.Model, givens model.Cube, solution model.Assignment) (string, error) {
	written, sheet := *m, model.Sheet{}
	if m.Sheet != nil {
		sheet = *m.Sheet
	}
	if sheet.Solution = nil; solution != nil && m.Grid != nil {
		sheet.Solution = solution[:m.Grid.Cells()]
	}
	written.Sheet = &sheet
	var text bytes.Buffer
	err := written.WriteYAML(&text, givens)
	return strings.TrimSuffix(text.String(), "\n"), err
}

// remark returns a puzzle that falls short as comments.
func remark(short, text string) string {
	if strings.Contains(text, "\n") {
		text = "\n" + text
	} else {
		text = " " + text
	}
	return "# " + short + ":" + strings.ReplaceAll(text, "\n", "\n# ")
}
