package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/study/chromatic"
	"qmsat/model"
)

var chromaticCommand = &command{
	name:    "chromatic",
	args:    puzzleArgs,
	summary: "in how many ways puzzles are completed with λ colours, as a polynomial",
	long: `Prints for each puzzle a polynomial in λ: the number of its completions with λ colours, those of its givens among them, for
each λ from the number of these on. The model is a graph colouring: all-different constraints alone, and the same values for
all variables. A puzzle without a completion for any λ has the polynomial 0. The polynomials are exact; what takes long is the
number of free cells, of which 4×4 grids have few enough.

They are found by deletion and contraction with memory. --confirm NAME finds each a second time, by interpolation from the
completions that an engine lists: those in which new colours come up in order. That takes as long as there are such
completions, half a minute for the empty 4×4 grid. Exit status 1 where the two differ.

--theorems checks two theorems of Herzberg and Murty (2007) instead: on all 4×4 puzzles with up to --givens givens, and on
--random random 9×9 ones. The first: the polynomial is monic, and of the degree of the free cells; its values at 4 and 5 are held
against colourings that the engine of --confirm, or native, lists. The second: a puzzle with n² colours, of which the givens have n² - 2 at
most, has no completion or several. Exit status 1 where one fails.

` + puzzleHelp,
	examples: []example{
		{"chromatic --box 2x2", "the polynomial of the 4×4 graph"},
		{"chromatic --box 2x2 --at 4-6 --confirm native 1234..1..3..4...", "completions of a puzzle with 4, 5 and 6 colours, by two routes"},
		{"chromatic --theorems --givens 2 --random 100", "two theorems on small puzzles"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &chromaticFlags{model: addModelFlags(flags)}
		flags.StringVar(&f.at, "at", "", "print values, too, at λ = `N`, or several such as 4-6,9")
		f.confirm = addConfirm(flags, "an engine `NAME` that finds the polynomials again")
		f.theorems = flags.Bool("theorems", false, "check two theorems")
		addWhole(flags, &f.givens, "givens", 4, 0, "theorems: 4×4 puzzles with up to `N` givens, 6 at most")
		addWhole(flags, &f.random, "random", 1000, 0, "theorems: `N` random 9×9 puzzles")
		flags.Uint64Var(&f.seed, "seed", 1, "theorems: `S`, the seed of random puzzles")
		readBeside(flags, "theorems", "givens", "random", "seed")
		f.timeout = addTimeout(flags)
		addFormat(flags, &f.format, "text", "json")
		return f.run
	},
}

type chromaticFlags struct {
	model    *modelFlags
	at       string
	confirm  *string
	theorems *bool
	givens   int
	random   int
	seed     uint64
	timeout  *time.Duration
	format   string
}

// chromaticRecord is the JSON object of a puzzle.
type chromaticRecord struct {
	Puzzle       string            `json:"puzzle"`
	Vertices     int               `json:"vertices"`
	Edges        int               `json:"edges"`
	Free         int               `json:"free"`         // vertices without a given
	Colours      int               `json:"colours"`      // of the givens
	Coefficients []string          `json:"coefficients"` // by power, from 0 on
	Values       map[string]string `json:"values,omitempty"`
	Confirmed    string            `json:"confirmed,omitempty"` // the engine that found the same
	Seconds      float64           `json:"seconds"`             // by deletion and contraction
}

func (f *chromaticFlags) run(ctx context.Context, streams streams, args []string) error {
	ctx, cancel := limited(ctx, time.Now(), *f.timeout)
	defer cancel()
	out := newLines(streams.out)
	var err error
	if *f.theorems {
		err = f.checkTheorems(ctx, out, args)
	} else {
		err = f.printPolynomials(ctx, streams, out, args)
	}
	return firstError(out.flush(), orStopped(ctx, err))
}

func (f *chromaticFlags) printPolynomials(ctx context.Context, streams streams, out *lines, args []string) error {
	var at []int
	if f.at != "" {
		var ok bool
		if at, ok = parseNumbers(f.at); !ok {
			return usageErrorf("--at %q, expected numbers such as 4-6,9", f.at)
		}
	}
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return err
	}
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	for p, err := range puzzles.all {
		if err != nil {
			return inputError(err)
		}
		if err := f.printPolynomial(ctx, out, t, p, at); err != nil {
			return err
		}
	}
	return nil
}

func (f *chromaticFlags) printPolynomial(ctx context.Context, out *lines, t *task, p model.Puzzle, at []int) error {
	cube := slices.Concat(t.givens, p.Cube)
	g, err := chromatic.NewGraph(t.model, cube)
	if err != nil {
		return usageErrorf("%s: %w", where(p), err)
	}
	start := time.Now()
	polynomial, err := chromatic.Completions(ctx, g)
	if err != nil {
		return err
	}
	r := chromaticRecord{
		Puzzle: p.Text, Vertices: g.Vertices(), Edges: g.Edges(), Free: g.Free(), Colours: g.Colours(), Coefficients: []string{},
		Seconds: time.Since(start).Seconds(),
	}
	if *f.confirm != "" {
		if err := f.confirmed(ctx, t.model, cube, polynomial, p); err != nil {
			return err
		}
		r.Confirmed = *f.confirm
	}
	for _, c := range polynomial {
		r.Coefficients = append(r.Coefficients, c.String())
	}
	text := polynomial.String()
	for _, lambda := range at {
		if lambda < g.Colours() {
			return usageErrorf("--at %d: %s: its givens have %d colours", lambda, where(p), g.Colours())
		}
		if r.Values == nil {
			r.Values = map[string]string{}
		}
		value := polynomial.At(lambda).String()
		r.Values[fmt.Sprint(lambda)] = value
		text += fmt.Sprintf("\n%d: %s", lambda, value)
	}
	return out.record(f.format, r, text)
}

// confirmed reports, as a failed check, that an engine finds another polynomial.
func (f *chromaticFlags) confirmed(ctx context.Context, m *model.Model, cube model.Cube, p chromatic.Polynomial, puzzle model.Puzzle) error {
	by, err := parseEngine(*f.confirm, mustFindAll, mustList)
	if err != nil {
		return err
	}
	q, err := chromatic.Count(ctx, by, m, cube)
	if err == nil && !p.Equal(q) {
		return &exitError{statusCheck, fmt.Errorf("%s: %v by deletion and contraction, but %v by %s", where(puzzle), p, q, *f.confirm)}
	}
	return err
}

func (f *chromaticFlags) checkTheorems(ctx context.Context, out *lines, args []string) error {
	const why = "its puzzles are all small ones and random ones"
	if len(args) > 0 {
		return usageErrorf("--theorems beside puzzles: %s", why)
	}
	if err := misplaced(f.model.set, "beside --theorems: "+why, append(strings.Fields(puzzleFlags), "at")...); err != nil {
		return err
	}
	if f.givens > 6 {
		return usageErrorf("--givens %d, expected 6 at most", f.givens)
	}
	by, err := parseEngine(cmp.Or(*f.confirm, "native"), mustFindAll, mustList)
	if err != nil {
		return err
	}
	t, err := chromatic.Check(ctx, by, f.givens, f.random, f.seed)
	if err != nil {
		return err
	}
	err = out.record(f.format, t, fmt.Sprintf(
		"monic, of the degree of free cells: %d of %d 4×4 puzzles with up to %d givens\n"+
			"several completions, where there is one and the givens have n² - 2 colours at most: %d of %d 4×4 puzzles, %d of %d 9×9 puzzles",
		t.Monic, t.Puzzles, f.givens, t.Several, t.Few, t.RandomSeveral, t.Random))
	if err == nil && (t.Monic < t.Puzzles || t.Several < t.Few || t.RandomSeveral < t.Random) {
		err = &exitError{status: statusCheck}
	}
	return err
}
