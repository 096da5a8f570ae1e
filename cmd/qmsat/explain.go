package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/native/logic"
)

var explainCommand = &command{
	name:    "explain",
	args:    puzzleArgs,
	summary: "solve puzzles as people do, step by step",
	long: `Solves each puzzle as people do and prints one line a step in HoDoKu's notation: r4c9=3 places a value, r4c9<>3
removes a candidate. The last line says how hard the puzzle was, or "unsolved" if no technique finds a further step.
By default, puzzles with several solutions end so too, and the line says "2 or more solutions".

Any model will do: techniques use its houses (rows, columns, boxes, regions), clues such as thermometers, sums and rules.
The last line names clues that no technique knows.`,
	examples: []example{
		{"explain --box 2x3 ...1..5..6.4.3....41........23.4....", "a 6×6 puzzle"},
		{"explain --hint --delta 2 testdata/quasimagic-180.txt", "the first step in each quasi-magic puzzle of a file"},
		{"explain --model testdata/models/jigsaw-6.yaml --pictures steps", "a picture of each step, in the folder steps"},
		{"explain --true-candidates --box 2x2 1.......3....4..", "what cells can be in a puzzle of several solutions"},
	},
	output:  true,
	parts:   true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &explainFlags{}
		f.add(flags, "text", "json", "svg")
		flags.BoolVar(&f.hint, "hint", false, "print only the next step, or \"no step\"")
		flags.BoolVar(&f.check, "check", false, "check each step against the solutions")
		flags.StringVar(&f.pictures, "pictures", "", "draw each step into the folder `DIR`")
		flags.BoolVar(&f.candidates, "candidates", false, "print the candidates of each cell instead")
		flags.BoolVar(&f.trueCandidates, "true-candidates", false, "print the values that cells have in solutions")
		return f.model.each(f.run)
	},
}

type explainFlags struct {
	logicFlags
	hint, check, candidates, trueCandidates bool
	pictures                                string
}

func (f *explainFlags) run(ctx context.Context, streams streams, args []string) error {
	if f.candidates && f.trueCandidates {
		return usageErrorf("--candidates cannot be combined with --true-candidates")
	}
	if f.candidates || f.trueCandidates {
		if err := misplaced(f.model.set, "cannot be combined with candidates: they show no step", "hint", "check", "pictures", "techniques"); err != nil {
			return err
		}
	}
	c := &candidates{format: f.format, limit: 1}
	if f.trueCandidates {
		return c.of(ctx, streams, f.model, args)
	}
	t, err := f.build(ctx, streams)
	if err != nil {
		return err
	}
	if f.candidates {
		c.task, c.find = t.task, func(_ context.Context, cube model.Cube) ([]model.Domain, error) {
			return logic.NewState(t.board, cube).Domains(), nil
		}
		return c.run(ctx, streams, args)
	}
	if (f.format == "svg" || f.pictures != "") && t.model.Grid == nil {
		return usageErrorf("pictures: %v", draw.ErrNoGrid)
	}
	out := newLines(streams.out)
	if f.pictures != "" {
		if err := outputError(os.MkdirAll(f.pictures, 0o755)); err != nil {
			return err
		}
	}
	e := &explainer{explainFlags: f, task: t, out: out}
	err = t.eachPuzzle(ctx, streams, args, e.puzzle)
	return firstError(e.write(), out.flush(), err)
}

// explainer explains puzzles one after the other.
type explainer struct {
	*explainFlags
	task    *logicTask
	out     *lines
	truth   []model.Domain     // the values that cells have in this puzzle's solutions
	puzzles int                // so far
	drawn   []draw.Picture     // of all puzzles
	steps   []logic.StepRecord // of this one
	state   *logic.State       // after the last of them
}

// explainRecord is the JSON object of an explained puzzle: its grade, with the steps instead of their number.
type explainRecord struct {
	gradeRecord
	Steps []logic.StepRecord `json:"steps"`
}

func (e *explainer) puzzle(ctx context.Context, p model.Puzzle, cube model.Cube) error {
	e.puzzles++
	e.steps = []logic.StepRecord{}
	e.out.puzzle(e.format, p)
	var g logic.Grade
	var err error
	if e.check {
		native, err := e.task.oracle(ctx, "native")
		if err != nil {
			return err
		}
		counts, err := compare.Candidates(ctx, native, nil, e.task.model, cube, 1, compare.Told{})
		if err != nil {
			return err
		}
		e.truth = counts.Domains(e.task.model)
	}
	e.state = logic.NewState(e.task.board, cube)
	if e.hint {
		if step := e.task.solver.Next(ctx, e.state); step != nil {
			g.Add(step)
			err = e.step(e.state, step)
		} else {
			err = context.Cause(ctx)
		}
	} else {
		g, err = e.task.grade(ctx, cube, e.step)
	}
	last := "no step"
	if !e.hint {
		last = g.String()
	}
	switch {
	case e.format == "json":
		return firstError(e.out.object(explainRecord{gradeRecord{p, g}, e.steps}), err)
	case err != nil || e.hint && len(e.steps) > 0:
		return err
	case e.format == "svg":
		return e.draw(e.state.Picture(&logic.Step{}, last))
	}
	return e.out.text(last)
}

// write writes the pictures, if there are some.
func (e *explainer) write() error {
	if len(e.drawn) == 0 {
		return nil
	}
	return outputError(draw.SVG(e.out.w, e.task.ranked(), e.drawn))
}

func (e *explainer) draw(p draw.Picture) error {
	if most := draw.Most(e.task.model); len(e.drawn) == most {
		return tooManyPictures(most)
	}
	e.drawn = append(e.drawn, p)
	return nil
}

func (e *explainer) step(state *logic.State, step *logic.Step) error {
	e.steps, e.state = append(e.steps, step.Record(e.task.board)), state
	text := step.Text(e.task.board)
	if e.format == "text" {
		e.out.text(text)
	}
	if e.format == "svg" || e.pictures != "" {
		caption := fmt.Sprintf("%d. %s", len(e.steps), text)
		if e.puzzles > 1 {
			caption = fmt.Sprintf("puzzle %d, %s", e.puzzles, caption)
		}
		picture := state.Picture(step, caption)
		if e.format == "svg" {
			if err := e.draw(picture); err != nil {
				return err
			}
		}
		if e.pictures != "" {
			name := fmt.Sprintf("%03d.svg", len(e.steps))
			if e.puzzles > 1 {
				name = fmt.Sprintf("%d-%s", e.puzzles, name)
			}
			err := writeFile(filepath.Join(e.pictures, name), nil, func(w io.Writer) error {
				return draw.SVG(w, e.task.ranked(), []draw.Picture{picture})
			})
			if err != nil {
				return err
			}
		}
	}
	if !e.check {
		return nil
	}
	return checkFailed(step.Check(e.task.board, e.truth))
}
