package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

// logicFlags are the flags of commands that solve puzzles as people do.
type logicFlags struct {
	model      *modelFlags
	techniques string
	format     string
	timeout    time.Duration
}

// add adds the flags; the first format is the default.
func (f *logicFlags) add(flags *pflag.FlagSet, formats ...string) {
	f.model = addModelFlags(flags)
	f.techniques = logic.TechniquesSetting.Default
	flags.Var(&choice{value: &f.techniques, names: logic.Names, several: true, check: logic.TechniquesSetting.Check}, "techniques",
		"only what is in `LIST`: techniques and sets of them with commas between, as listed above")
	addFormat(flags, &f.format, formats...)
	addDuration(flags, &f.timeout, "timeout", 0, "stop each puzzle after `D`, such as 10s; 0: no limit")
}

// techniqueHelp lists the techniques in the order in which they are tried.
var techniqueHelp = func() string {
	var text strings.Builder
	text.WriteString("Techniques, in the order in which they are tried, with HoDoKu's level and score; those with * assume that there is one solution,\n" +
		"and are used only where --techniques names them:\n\n")
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	sets := logic.Names()
	for _, t := range logic.Techniques() {
		mark := ""
		if t.Unique {
			mark = " *"
		}
		fmt.Fprintf(w, "  %s%s\t%s\t%d\n", t.Name, mark, t.Level, t.Score)
		sets = slices.DeleteFunc(sets, func(name string) bool { return name == t.Name })
	}
	w.Flush()
	text.WriteString("\nSets of them: " + strings.Join(sets, ", ") + ".")
	return text.String()
}()

// logicTask is a model laid out for techniques.
type logicTask struct {
	*task
	board  *logic.Board
	solver logic.Solver
}

// build makes the model and lays it out.
func (f *logicFlags) build(ctx context.Context, streams streams) (*logicTask, error) {
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return nil, err
	}
	board, err := logic.NewBoard(t.model)
	if err != nil {
		return nil, usageErrorf("%v", err)
	}
	techniques, err := logic.Named(logic.TechniquesSetting.List(engine.Options{logic.TechniquesSetting.Name: f.techniques}))
	return &logicTask{t, board, logic.Solver{Techniques: techniques}}, inputError(err)
}

// eachPuzzle calls visit with each puzzle that the arguments name, its givens and those of the model file, and a context that ends
// with its timeout. What stopped one is reported at the end, and an interrupt ends all.
func (f *logicFlags) eachPuzzle(
	ctx context.Context, streams streams, t *logicTask, args []string, visit func(context.Context, model.Puzzle, model.Cube) error,
) error {
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	bar := puzzleBar(streams.err, puzzles.total)
	defer bar.clear()
	var stop error
	for p, err := range puzzles.all {
		if err != nil {
			return inputError(err)
		}
		limited, cancel := limited(ctx, time.Now(), f.timeout)
		err := visit(limited, p, slices.Concat(t.givens, p.Cube))
		if err != nil && limited.Err() != nil {
			stop, err = &exitError{statusStopped, fmt.Errorf("%s: %w", where(p), stopCause(limited))}, nil
		}
		cancel()
		if err != nil {
			return inputError(err)
		}
		bar.step()
		if ctx.Err() != nil {
			break
		}
	}
	return stop
}

// grade returns how hard a puzzle is, with its rating where it is solved.
func (t *logicTask) grade(ctx context.Context, cube model.Cube, visit func(*logic.State, *logic.Step) error) (logic.Grade, error) {
	g, err := t.solver.Grade(ctx, t.board, cube, visit)
	if err == nil && g.Solved {
		g.Rating, err = t.solver.Rating(ctx, t.board, cube)
	}
	return g, err
}
