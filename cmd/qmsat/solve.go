package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/encode/answer"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/model/engine"
	"qmsat/model/symmetry"
)

// puzzleArgs is the usage of commands that read puzzles; the topic puzzles explains it.
const puzzleArgs = "[PUZZLE | FILE | -]..."

var solveCommand = &command{
	name:    "solve",
	args:    puzzleArgs,
	summary: "print solutions",
	long: `Prints one solution of each puzzle, one a line. --all prints every solution, --limit K the first K.

A puzzle without solution prints "unsatisfiable". A search that was stopped prints "unknown". An engine that may miss
solutions prints "unsolved".

Without --engine, native searches, and for up to 16 solutions gini as well after 5 ms. The first to finish wins. If a puzzle has
several solutions, native's are printed, or after a second those of the first. With a flag for engines, one searches alone.

If the model has an objective, solve prints a best solution; JSON has its value, and says whether it is proved
optimal. --format svg draws up to 100,000 cells; then it stops with exit status 3. --format dimacs prints s and v lines, for CNF and OPB files.`,
	examples: []example{
		{"solve --box 2x3 ...1..5..6.4.3....41........23.4....", "the solution of a 6×6 puzzle"},
		{"solve --differ --box 2x2 1...2.....3....4", "why is the solution not unique?"},
		{"solve --format svg --model testdata/models/killer-4.yaml -o killer.svg", "a picture of a model with its solution"},
	},
	output:  true,
	parts:   true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		ef := addEngineFlags(flags, "native", "text", "grid", "json", "svg", "dimacs")
		all := flags.Bool("all", false, "print every solution")
		differ := flags.Bool("differ", false, "print two solutions, and where they differ")
		workers := workersFlag(flags)
		over := addSearchRun(flags)
		var broken string
		addBreak(flags, &broken)
		return ef.model.each(func(ctx context.Context, streams streams, args []string) error {
			if isTerminal(streams.out) && !flags.Changed("format") {
				ef.format = "grid"
			}
			if *differ && (*all || flags.Changed("limit") && ef.limit != 2 || ef.format == "dimacs" || broken == symmetry.On) {
				return usageErrorf("--differ compares two solutions, expected no --all, --limit other than 2, --format dimacs or --break on")
			}
			if broken == symmetry.On && (*all || flags.Changed("limit") && ef.limit != 1 || *workers > 0 || over.given()) {
				return errBroken("no --all, --limit other than 1, --workers or --cluster")
			}
			return solve(ctx, streams, args, ef, solving{*all, *differ, broken == symmetry.On, *workers}, over)
		})
	},
}

// solving is what solve is asked for.
type solving struct {
	all, differ, broken bool
	workers             int
}

// addBreak adds the flag --break.
func addBreak(flags *pflag.FlagSet, broken *string) {
	addSetting(flags, broken, symmetry.Setting, symmetry.Setting.Default, settingUsage(symmetry.Setting), false)
}

// errBroken refuses to break symmetries.
func errBroken(expected string) error {
	return usageErrorf("--break on leaves out solutions, expected %s", expected)
}

func solve(ctx context.Context, streams streams, args []string, ef *engineFlags, asked solving, over *clusterRun) error {
	s, err := ef.search(ctx, streams, asked.workers)
	if err != nil {
		return err
	}
	if s.ranked = s.task.objective != nil; s.ranked && asked.broken {
		return errBroken("no objective")
	}
	if s.differ = asked.differ; s.differ && s.ranked {
		return usageErrorf("--differ compares two solutions, but a model with an objective has a best one")
	}
	if err := mustList(s.contender.Engine); err != nil {
		return err
	}
	if asked.all || s.differ {
		if err := mustFindAll(s.contender.Engine); err != nil {
			return err
		}
	}
	if s.differ {
		s.limit = 2
	} else if !asked.all && s.limit == 0 {
		s.limit = 1
	}
	if err := s.over(over, ""); err != nil {
		return err
	}
	if asked.broken {
		s.contender.Engine = symmetry.Engine(s.contender.Engine)
	} else if err := s.race(ef, "solved", over, func(*engine.Engine) bool { return !s.ranked && s.limit > 0 }); err != nil {
		return err
	}
	m, notation := s.task.model, s.task.notation
	if ef.format == "svg" {
		return s.draw(ctx, streams, args)
	}
	out := newLines(streams.out)
	if ef.format == "dimacs" {
		if err := s.answerLiterals(out); err != nil {
			return err
		}
		return s.run(ctx, streams, args, out)
	}
	if ef.format == "json" {
		s.answerObjects(ctx, out)
		return s.run(ctx, streams, args, out)
	}
	format := notation.FormatSolution
	if ef.format == "grid" {
		format = func(m *model.Model, a model.Assignment) string {
			return draw.Solution(m, a, func(v model.Var, digits string) string {
				if slices.ContainsFunc(s.givens, func(g model.Given) bool { return g.Var == v }) {
					return out.heading(digits)
				}
				return digits
			})
		}
	}
	s.solution = func(a model.Assignment) error { return out.line(format(m, a)) }
	s.done = func(_ model.Puzzle, o outcome) error {
		if o.count() == "0" {
			return firstError(out.line(o.withoutSolution()), out.flush())
		}
		if s.differ {
			out.line(s.difference(o))
		}
		return out.flush()
	}
	return s.run(ctx, streams, args, out)
}

// differing returns where the two solutions of a puzzle differ; nothing if there are not two.
func (s *search) differing() []model.Var {
	if len(s.pair) < 2 {
		return nil
	}
	return s.task.model.Differ(s.pair[0], s.pair[1])
}

// difference says where the two solutions of a puzzle differ, or that there is one only.
func (s *search) difference(o outcome) string {
	switch differing := s.differing(); {
	case differing != nil:
		return "differ in " + strings.Join(lists.Map(differing, s.task.model.NameOf), " ")
	case o.Complete():
		return "the only solution"
	}
	return "unknown whether there is another one"
}

// answerObjects prints an object with the solutions for each puzzle.
func (s *search) answerObjects(ctx context.Context, out *lines) {
	solutions, bytes := []string{}, 0
	s.solution = func(a model.Assignment) error {
		text := s.task.notation.FormatSolution(s.task.model, a)
		solutions, bytes = append(solutions, text), bytes+len(text)
		if len(solutions)%solutionsPerAsk == 0 {
			_ = memory.Ask(ctx, "the solutions of a JSON object", objectShare*int64(bytes)) // ctx ends if they are too many
		}
		return nil
	}
	s.done = func(p model.Puzzle, o outcome) error {
		r := s.record(p, o)
		r.Solutions = &solutions
		if s.differ {
			r.Differ = new(append([]string{}, lists.Map(s.differing(), s.task.model.NameOf)...))
		}
		defer func() { solutions, bytes = []string{}, 0 }()
		return firstError(out.object(r), out.flush())
	}
}

// objectShare is the memory for writing an object, in bytes per byte of its solutions. After each solutionsPerAsk solutions solve
// checks the memory budget.
const (
	objectShare     = 4
	solutionsPerAsk = 1 << 10
)

// draw searches the puzzles and draws all of them as one document: each with its solutions, or with only its givens if it has
// none.
func (s *search) draw(ctx context.Context, streams streams, args []string) error {
	m := s.task.ranked()
	if m.Grid == nil {
		return usageErrorf("--format svg: %v", draw.ErrNoGrid)
	}
	var pictures, ofPuzzle []draw.Picture
	puzzle, most := 0, draw.Most(m)
	if s.limit == 0 || s.limit > uint64(most) {
		s.limit = uint64(most) + 1 // one more than is drawn, to detect that there are more
	}
	s.solution = func(a model.Assignment) error {
		ofPuzzle = append(ofPuzzle, draw.Picture{Solution: slices.Clone(a)})
		return nil
	}
	s.done = func(p model.Puzzle, o outcome) error {
		puzzle++
		captionPictures(&ofPuzzle, pictureName(p, puzzle), o)
		for _, picture := range ofPuzzle {
			picture.Differ = s.differing()
			picture.Givens = slices.Concat(s.task.givens, p.Cube)
			pictures = append(pictures, picture)
		}
		ofPuzzle = ofPuzzle[:0]
		if len(pictures) > most {
			pictures = pictures[:most]
			return tooManyPictures(most)
		}
		return nil
	}
	err := s.run(ctx, streams, args, newLines(streams.out))
	exit := new(exitError)
	if err != nil && len(pictures) == 0 || errors.As(err, &exit) && exit.status == statusUsage {
		return err
	}
	if len(pictures) == 1 && pictures[0].Solution != nil {
		pictures[0].Caption = "" // a single picture needs no caption
	}
	out := newLines(streams.out)
	return firstError(outputError(draw.SVG(out.w, m, pictures)), out.flush(), err)
}

// tooManyPictures says why a command stopped early.
func tooManyPictures(most int) error {
	return &exitError{statusStopped, fmt.Errorf("--format svg: stopped after %d pictures, the limit of one document", most)}
}

func pictureName(p model.Puzzle, number int) string {
	if p.File == "" {
		return fmt.Sprintf("puzzle %d", number)
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// captionPictures adds captions to the pictures of one puzzle. A puzzle without solutions gets a picture of its givens.
func captionPictures(pictures *[]draw.Picture, name string, o outcome) {
	if len(*pictures) == 0 {
		*pictures = append(*pictures, draw.Picture{Caption: name + ": " + o.withoutSolution()})
		return
	}
	for i := range *pictures {
		(*pictures)[i].Caption = name
		if len(*pictures) > 1 {
			(*pictures)[i].Caption = fmt.Sprintf("%s, solution %d", name, i+1)
		}
	}
}

// answerLiterals makes the search print s and v lines, and an o line with the objective's value.
func (s *search) answerLiterals(out *lines) error {
	if !s.task.model.Propositional() {
		return usageErrorf("--format dimacs: expected a model with 0/1 variables, such as a CNF or OPB file")
	}
	found := false
	s.solution = func(a model.Assignment) error {
		if !found {
			found = true
			if s.ranked {
				out.line(fmt.Sprint("o ", s.task.objective.Value(a)))
			}
			out.line(answer.StatusLine(big.NewInt(1), false))
		}
		return out.line(answer.ValueLines(a))
	}
	s.done = func(_ model.Puzzle, o outcome) error {
		if !found {
			out.line(answer.StatusLine(o.Count, o.Complete()))
		}
		found = false
		return out.flush()
	}
	return nil
}
