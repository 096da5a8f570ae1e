package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

// maxUniqueCells is the largest number of cells for which puzzles have one solution by default: 16×16.
const maxUniqueCells = 256

var generateCommand = &command{
	name:    "generate",
	args:    "",
	summary: "make puzzles from a seed",
	long: `Prints a comment line with the flags, then a puzzle a line with the number of givens and the solution. A seed gives the
same puzzles on every machine. Up to 16×16 they have exactly one solution; --unique=false drops this, and --unique asks
for it in larger grids. --clues killer,thermometers:4 adds clues that a unique solution needs; it prints a model file,
as --format yaml does.

--level asks for a level of grade, --needs for puzzles that need a technique; both may take hours. If --tries or
--timeout ends the search, the exit status is 3, and the closest puzzle is a comment.
--symmetric is half-turn; others are --symmetric=quarter-turn, left-right, top-bottom,
mirrors, diagonal, antidiagonal, diagonals, full.
--full prints full grids (qmsat help full).`,
	examples: []example{
		{"generate --givens 30 --count 3", "three puzzles"},
		{"generate --clues thermometers --givens 8 --box 2x3", "a puzzle of thermometers, as a model file"},
	},
	output:  true,
	parts:   true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &generateFlags{set: flags, model: addModelFlags(flags)}
		flags.IntVar(&f.Givens, "givens", generate.AsFewAsRemovalLeaves,
			"number of givens, `K`")
		flags.BoolVar(&f.Unique, "unique", true, "exactly one solution")
		flags.BoolVar(&f.Minimal, "minimal", false, "no given can be removed")
		addChoice(flags, &choice{value: &f.symmetry, names: generate.SymmetryNames, check: func(name string) error {
			_, err := generate.LookupSymmetry(name)
			return err
		}}, "symmetric", "", "symmetry of the givens, `NAME`")
		flags.Lookup("symmetric").NoOptDefVal = generate.Symmetries[0].Name
		addEngines(flags, &f.engine, "native", "engine `NAME`", false)
		addName(flags, &f.Level, "level", "", "difficulty, `NAME`", logic.LevelNames()...)
		flags.Var(&choice{value: &f.Needs, names: logic.TechniqueNames, check: func(name string) error {
			return input.CheckName("technique", name, logic.TechniqueNames())
		}}, "needs", "`TECHNIQUE`, see qmsat help techniques")
		flags.Var(&choice{value: &f.clues, names: generate.WantedNames, several: true, check: func(text string) error {
			_, err := generate.ParseWanted(text)
			return err
		}}, "clues", "clues `LIST`, see qmsat help variants")
		f.fullFlags.add(flags)
		f.over = addClusterRun(flags)
		f.confirm = addConfirm(flags, "have an unrelated engine `NAME` check each puzzle, or auto")
		addFormat(flags, &f.format, "text", "yaml")
		addWhole(flags, &f.count, "count", 1, 0, "print `N` puzzles")
		addNumber(flags, &f.Seed, "seed", 1, "`S`, the seed")
		addWhole(flags, &f.Tries, "tries", 1000, 0, "stop after `N` full grids")
		addDuration(flags, &f.timeout, "timeout", 0, "give up on a puzzle after `D`, such as 10s")
		// The help text describes both defaults in words.
		flags.Lookup("givens").DefValue = "0"
		flags.Lookup("unique").DefValue = "false"
		return f.run
	},
}

type generateFlags struct {
	logic.Demand
	generate.Options
	fullFlags
	set      *pflag.FlagSet
	model    *modelFlags
	symmetry string
	clues    string
	format   string
	engine   string
	confirm  *string
	count    int
	timeout  time.Duration
	over     *clusterRun
}

func (f *generateFlags) run(ctx context.Context, streams streams, _ []string) error {
	begun := time.Now()
	first, cancel := limited(ctx, begun, f.timeout)
	defer cancel()
	t, err := f.model.build(first, streams)
	if err != nil {
		return err
	}
	if f.full && f.format != "text" {
		return usageErrorf("--format %s cannot be combined with --full", f.format)
	}
	if f.full {
		return f.runFull(ctx, first, streams, t, begun)
	}
	if f.over.given() {
		return usageErrorf("--cluster needs --full: puzzles are made on this machine only")
	}
	if err := f.check(first, t); err != nil {
		return err
	}
	if f.clues != "" {
		return f.runClued(first, streams, t)
	}
	of, err := parseEngine(f.engine, mustFindAll, mustList)
	if err != nil {
		return err
	}
	by, err := confirming(*f.confirm, of.Engine, engine.Result{}, mustList)
	if err != nil {
		return err
	}
	session, err := openOracle(first, f.engine, t)
	if err != nil {
		return err
	}
	defer session.Close()
	bar := newBar(streams.err, f.count, "puzzles")
	defer bar.clear()
	f.Progress = func(s generate.Status) { bar.Describe(fmt.Sprintf("puzzles (%v)", s)) }
	generator, err := generate.New(first, t.model, t.givens, session, f.Options)
	if err != nil {
		return orStopped(first, err)
	}
	g := generation{generateFlags: f, task: t, generator: generator, by: by, random: generate.NewRandom(f.Seed)}
	return f.series(ctx, streams.out, begun, bar, func(timed context.Context, out *lines, number int) error {
		p, err := g.puzzle(timed, out, number)
		if err != nil {
			return err
		}
		return g.show(timed, out, number, p)
	})
}

// openOracle opens an engine by name, if it finds all solutions.
func openOracle(ctx context.Context, name string, t *task) (engine.Session, error) {
	c, err := parseEngine(name, mustFindAll, mustList)
	if err != nil {
		return nil, err
	}
	session, err := c.Engine.Open(ctx, t.model, c.Options)
	return session, orStopped(ctx, err)
}

// series prints the header, and below it one puzzle or grid after the other. One that is stopped does not keep the next from
// being made. The first one's timeout has begun.
func (f *generateFlags) series(
	ctx context.Context, to io.Writer, begun time.Time, bar bar, print func(timed context.Context, out *lines, number int) error,
) error {
	var stop error
	out := newLines(to)
	out.line(f.header())
	for number := 1; number <= f.count && ctx.Err() == nil; number++ {
		timed, cancel := limited(ctx, begun, f.timeout)
		err := print(timed, out, number)
		cancel()
		begun = time.Now()
		if isStop(err) {
			stop, err = err, nil
		}
		if err := firstError(err, out.flush()); err != nil {
			return err
		}
		bar.step()
	}
	if stop == nil && ctx.Err() != nil {
		stop = &exitError{statusStopped, stopCause(ctx)}
	}
	return firstError(out.flush(), stop)
}

// check checks the flags about the puzzles.
func (f *generateFlags) check(ctx context.Context, t *task) (err error) {
	if !f.set.Changed("unique") {
		f.Unique = len(t.model.OutputVars()) <= maxUniqueCells
	}
	switch {
	case f.format == "yaml" && f.count > 1:
		return usageErrorf("--count %d cannot be combined with --format yaml: a model file has one puzzle; use another --seed", f.count)
	case f.set.Changed("givens") && f.Givens < 0:
		return usageErrorf("--givens %d, expected 0 or more", f.Givens)
	case !f.Unique && f.Givens < 0:
		return usageErrorf("--unique=false needs --givens N, the number of given cells")
	case !f.Unique && f.Minimal:
		return usageErrorf("--minimal needs --unique: only a puzzle with one solution can be minimal")
	case !f.Unique && *f.confirm != "":
		return usageErrorf("--confirm needs --unique: it confirms that a puzzle has one solution")
	}
	if f.clues == "" {
		if f.Accept, err = f.accept(ctx, t); err != nil {
			return err
		}
	}
	if f.Demand != (logic.Demand{}) && !f.Unique {
		return usageErrorf("--level and --needs need --unique: only puzzles with one solution are graded")
	}
	if f.symmetry != "" {
		if f.Symmetry, err = generate.LookupSymmetry(f.symmetry); err != nil {
			return usageErrorf("--symmetric: %v", err)
		}
	}
	return nil
}

// accept returns a test for puzzles of the requested grade, or nil without a grade.
func (f *generateFlags) accept(ctx context.Context, t *task) (func(context.Context, generate.Puzzle) (bool, error), error) {
	if f.Demand == (logic.Demand{}) {
		return nil, nil
	}
	board, err := logic.NewBoard(ctx, t.model)
	if err != nil {
		return nil, usageErrorf("%v", err)
	}
	meets, err := f.Test(board)
	switch {
	case err != nil && f.Level != "":
		return nil, usageErrorf("--level %s cannot be combined with --needs %s: %w", f.Level, f.Needs, err)
	case err != nil:
		return nil, usageErrorf("--needs %s: %w", f.Needs, err)
	}
	return func(ctx context.Context, p generate.Puzzle) (bool, error) {
		return meets(ctx, slices.Concat(t.givens, p.Givens))
	}, nil
}

// header is a comment line with the flags that make the same puzzles again.
func (f *generateFlags) header() string {
	words := []string{"qmsat", "generate"}
	f.set.VisitAll(func(flag *pflag.Flag) {
		switch {
		case slices.Contains([]string{"engine", "confirm", "timeout", "output", memoryFlag}, flag.Name):
		case flag.Name == "box" && f.model.file != "" || flag.Name == "givens" && f.Givens < 0:
		case flag.Changed || slices.Contains([]string{"box", "givens", "count", "seed"}, flag.Name):
			words = append(words, flagWords(flag)...)
		}
	})
	return "# " + shellWords(words...)
}

// generation is a run of the command.
type generation struct {
	*generateFlags
	task      *task
	generator *generate.Generator
	by        engine.Chosen // the engine of --confirm, if it was given
	random    *rand.Rand    // of puzzles that may have several solutions; others have their own
}

// puzzle makes a puzzle. If it finds none, it shows the closest one.
func (g *generation) puzzle(ctx context.Context, out *lines, number int) (generate.Puzzle, error) {
	random := g.random
	if g.Unique {
		random = generate.NewStream(g.Seed, uint64(number))
	}
	p, err := g.generator.Puzzle(ctx, random)
	if unreached := new(generate.UnreachedError); errors.As(err, &unreached) {
		if unreached.Closest >= 0 {
			text, err := g.text(unreached.Best)
			if err != nil {
				return p, err
			}
			out.line(remark("request not met", text))
		}
		if unreached.Err == nil {
			return p, &exitError{statusStopped, fmt.Errorf("puzzle %d: gave up: %v", number, unreached)}
		}
		unreached.Err = stopCause(ctx)
		return p, &exitError{statusStopped, fmt.Errorf("puzzle %d: %w: %v", number, unreached.Err, unreached)}
	}
	if errors.Is(err, generate.ErrNoGrid) {
		err = usageErrorf("%v, expected one to make puzzles from", err)
	}
	return p, err
}

// show prints a puzzle once it is confirmed. One that the timeout or an interrupt keeps from being confirmed is shown as such.
func (g *generation) show(ctx context.Context, out *lines, number int, p generate.Puzzle) error {
	text, err := g.text(p)
	if err != nil {
		return err
	}
	err = g.confirmed(ctx, p)
	var exit *exitError
	switch {
	case err == nil:
		return out.line(text)
	case errors.As(err, &exit) && exit.status == statusStopped:
		out.line(remark("not confirmed", text))
		return &exitError{statusStopped, fmt.Errorf("puzzle %d: %w", number, exit.err)}
	default:
		return inputError(fmt.Errorf("puzzle %d, %s: %w", number, text, err))
	}
}

// confirmed fails as a check if the confirming engine does not find exactly the puzzle's solution, and as a stop if ctx ends
// first.
func (g *generation) confirmed(ctx context.Context, p generate.Puzzle) error {
	if g.by.Engine == nil {
		return nil
	}
	same := true
	c := engine.Confirm(ctx, g.by, g.task.model, slices.Concat(g.task.givens, p.Givens), 2, func(a model.Assignment) bool {
		same = same && slices.Equal(a, p.Solution)
		return true
	})
	switch {
	case c.Err != nil && !errors.Is(c.Err, context.Cause(ctx)):
		return c.Err
	case c.Err != nil || c.Outcome == engine.CutOff:
		return &exitError{statusStopped, fmt.Errorf("%s did not confirm it: %w", c.By, stopCause(ctx))}
	case same && c.Confirms(engine.Result{Count: big.NewInt(1), Outcome: engine.Exhausted}):
		return nil
	}
	return &exitError{statusCheck, fmt.Errorf("%s finds no solution, or a different one", c.By)}
}

// text writes a puzzle as a model file, or in a line, followed by the number of givens and the solution if readers of puzzles skip
// these.
func (g *generation) text(p generate.Puzzle) (string, error) {
	if g.format == "yaml" {
		solution := p.Solution
		if !g.Unique {
			solution = nil
		}
		return modelFile(g.task.model, slices.Concat(g.task.givens, p.Givens), solution)
	}
	text := g.task.notation.FormatCube(g.task.model, p.Givens)
	if g.task.notation != model.Characters || !g.Unique {
		return text, nil
	}
	return fmt.Sprintf("%s %d %s", text, len(p.Givens), g.task.notation.FormatSolution(g.task.model, p.Solution)), nil
}
