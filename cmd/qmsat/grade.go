package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/internal/page"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

var gradeCommand = &command{
	name:    "grade",
	args:    puzzleArgs,
	summary: "say how hard puzzles are for people",
	long: `Solves each puzzle as people do and prints its level and score (HoDoKu), its rating (Sudoku Explainer), the number of
steps, and the hardest technique.

The score adds HoDoKu's points of all steps. The rating is Sudoku Explainer's figure of the hardest step; higher is
harder. Levels are easy, medium, hard, unfair and extreme. A puzzle that the techniques do not solve is "unsolved" and
counts as extreme; it has no rating. If it has 2 or more solutions, or clues that no technique knows, the line says so.`,
	examples: []example{
		{"grade --box 2x3 ...1..5..6.4.3....41........23.4....", "how hard a puzzle is"},
		{"grade --techniques locked --model testdata/models/jigsaw-6.yaml", "do these techniques solve a jigsaw puzzle?"},
	},
	output: true,
	parts:  true,
	setup: func(flags *pflag.FlagSet) action {
		f := &logicFlags{}
		f.add(flags, "text", "json")
		return f.model.each(f.gradeAll)
	},
}

// gradeRecord is the JSON object of a graded puzzle.
type gradeRecord struct {
	model.Puzzle
	logic.Grade
}

func (f *logicFlags) gradeAll(ctx context.Context, streams streams, args []string) error {
	t, err := f.build(ctx, streams)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		g, err := t.grade(ctx, cube, nil)
		if err != nil {
			return err
		}
		return out.record(f.format, gradeRecord{p, g}, p.Text+" "+g.String())
	})
	return firstError(out.flush(), err)
}

// logicFlags are the flags of commands that solve puzzles as people do.
type logicFlags struct {
	model      *modelFlags
	techniques string
	format     string
}

// add adds the flags; the first format is the default.
func (f *logicFlags) add(flags *pflag.FlagSet, formats ...string) {
	f.model = addModelFlags(flags)
	f.techniques = logic.TechniquesSetting.Default
	flags.Var(&choice{value: &f.techniques, names: logic.Names, several: true, check: logic.TechniquesSetting.Check}, "techniques",
		"use only those in `LIST`, see qmsat help techniques")
	addFormat(flags, &f.format, formats...)
	f.model.addTimeout()
}

// techniquesPage lists the techniques in the order of trials.
func techniquesPage() string {
	var text strings.Builder
	text.WriteString("explain and grade try these techniques in this order. Level and score are HoDoKu's. Techniques with * assume that the solution " +
		"is unique; they are used only if --techniques names them.\n\n")
	techniques := table.Table[*logic.Technique]{Records: logic.Techniques(), Left: true, Row: func(t *logic.Technique) string {
		mark := ""
		if t.Unique {
			mark = " *"
		}
		return fmt.Sprintf("  %s%s\t%s\t%d", t.Name, mark, t.Level, t.Score)
	}}
	text.WriteString(page.Columns(strings.TrimPrefix(techniques.Text(), "\n")))
	names := lists.Map(techniques.Records, func(t *logic.Technique) string { return t.Name })
	sets := slices.DeleteFunc(logic.Names(), func(name string) bool { return slices.Contains(names, name) })
	text.WriteString("\nSets of techniques: " + strings.Join(sets, ", ") + ". default has all that are not marked with *.")
	return text.String()
}

// logicTask is a model laid out for techniques.
type logicTask struct {
	*task
	board  *logic.Board
	solver logic.Solver
}

// build makes the model and lays it out.
func (f *logicFlags) build(ctx context.Context, streams streams) (*logicTask, error) {
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return nil, err
	}
	timed, cancel := limited(ctx, t.begun, t.timeout)
	defer cancel()
	board, err := logic.NewBoard(timed, t.model)
	if err != nil {
		return nil, orStopped(timed, err)
	}
	techniques, err := logic.Named(logic.TechniquesSetting.List(engine.Options{logic.TechniquesSetting.Name: f.techniques}))
	return &logicTask{t, board, logic.Solver{Techniques: techniques}}, inputError(err)
}

// grade returns a puzzle's grade, with its rating if it is solved.
func (t *logicTask) grade(ctx context.Context, cube model.Cube, visit func(*logic.State, *logic.Step) error) (logic.Grade, error) {
	return compare.Grade(ctx, &t.solver, t.board, cube, visit)
}

func techniqueNames() []string {
	return lists.Map(logic.Techniques(), func(t *logic.Technique) string { return t.Name })
}
