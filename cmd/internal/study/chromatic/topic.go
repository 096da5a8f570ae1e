package chromatic

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/model/engine"
)

// Topic is the question about colourings.
var Topic = &study.Topic{
	Name: "chromatic", Summary: "completions with λ colours, as a polynomial",
	Help: `Prints for each puzzle a polynomial in λ: its number of completions with λ colours. The model must be a graph
colouring: all-different constraints alone, with the same values for all variables. Polynomials are exact. It works for small puzzles, such as 4×4 grids: the effort grows fast with the free cells.

--confirm NAME finds each again, by interpolation from completions that an engine lists. If the two differ the exit
status is 1. --theorems checks two theorems of Herzberg and Murty (2007) on all 4×4 puzzles with up to --givens givens
and on --random 9×9 ones.`,
	Examples: [][2]string{
		{"chromatic --box 2x2", "the polynomial of the 4×4 graph"},
		{"chromatic --box 2x2 --at 4-6 --confirm native 1234..1..3..4...", "completions of a puzzle with 4, 5 and 6 colours, by two routes"},
		{"chromatic --theorems --givens 2 --random 100", "two theorems on small puzzles"},
	},
	New: study.Of[options],
}

type options struct {
	study.Models
	At       string         `flag:"at" usage:"also print values at λ = <N>, such as 4-6,9"`
	Confirm  string         `flag:"confirm" engines:"one" usage:"have the engine <NAME> find each polynomial again"`
	Theorems bool           `flag:"theorems" usage:"check two theorems instead"`
	Givens   int            `flag:"givens" beside:"theorems" value:"4" least:"0" usage:"theorems: up to <N> givens, 6 at most"`
	Random   int            `flag:"random" beside:"theorems" value:"1000" least:"0" usage:"theorems: <N> random 9×9 puzzles"`
	Seed     uint64         `flag:"seed" beside:"theorems" value:"1" usage:"theorems: seed <S> of the random puzzles"`
	_        study.BaseFlag `flag:"timeout" usage:"stop after <D>, such as 10s"`
	_        study.BaseFlag `flag:"format" names:"text,json" usage:"output <FORMAT>"`
	study.Base
}

// record is a puzzle.
type record struct {
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

// Answer prints polynomials, or on how many puzzles two theorems hold.
func (o *options) Answer(ctx context.Context) error {
	if o.Theorems {
		return o.checkTheorems(ctx)
	}
	var at []int
	if o.At != "" {
		var ok bool
		if at, ok = study.ParseNumbers(o.At); !ok {
			return fmt.Errorf("--at %q, expected numbers such as 4-6,9", o.At)
		}
	}
	puzzles, err := o.Build(ctx)
	if err != nil {
		return err
	}
	var by engine.Chosen
	if o.Confirm != "" {
		if by, err = study.Engine("confirm", o.Confirm, study.FindsAll, study.Lists); err != nil {
			return err
		}
	}
	for p, err := range puzzles.Each(o.Args) {
		if err == nil {
			err = o.print(ctx, puzzles.Model, p, by, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// print prints the polynomial of a puzzle. If an engine is named, it confirms the polynomial.
func (o *options) print(ctx context.Context, m *model.Model, p model.Puzzle, by engine.Chosen, at []int) error {
	g, err := NewGraph(ctx, m, p.Cube)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Location(), err)
	}
	start := time.Now()
	polynomial, err := Completions(ctx, g)
	if err != nil {
		return err
	}
	r := record{
		Puzzle: p.Text, Vertices: g.Vertices(), Edges: g.Edges(), Free: g.Free(), Colours: g.Colours(), Coefficients: []string{},
		Seconds: time.Since(start).Seconds(), Confirmed: o.Confirm,
	}
	if o.Confirm != "" {
		q, err := Count(ctx, by, m, p.Cube)
		if err == nil && !polynomial.Equal(q) {
			err = study.Failed(fmt.Errorf("%s: %v by deletion and contraction, but %v by %s", p.Location(), polynomial, q, o.Confirm))
		}
		if err != nil {
			return err
		}
	}
	for _, c := range polynomial {
		r.Coefficients = append(r.Coefficients, c.String())
	}
	text := polynomial.String()
	for _, lambda := range at {
		if lambda < g.Colours() {
			return fmt.Errorf("--at %d: %s: its givens alone have %d colours", lambda, p.Location(), g.Colours())
		}
		if r.Values == nil {
			r.Values = map[string]string{}
		}
		value := polynomial.At(lambda).String()
		r.Values[fmt.Sprint(lambda)] = value
		text += fmt.Sprintf("\n%d: %s", lambda, value)
	}
	return o.Record(r, text)
}

func (o *options) checkTheorems(ctx context.Context) error {
	const why = "its puzzles are all small ones and random ones"
	if len(o.Args) > 0 {
		return fmt.Errorf("--theorems cannot be combined with puzzles: %s", why)
	}
	if err := o.Misplaced("cannot be combined with --theorems: "+why, append(o.Names, "at")...); err != nil {
		return err
	}
	if o.Givens > 6 {
		return fmt.Errorf("--givens %d, expected 6 at most", o.Givens)
	}
	by, err := study.Engine("confirm", cmp.Or(o.Confirm, "native"), study.FindsAll, study.Lists)
	if err != nil {
		return err
	}
	t, err := Check(ctx, by, o.Givens, o.Random, o.Seed)
	if err != nil {
		return err
	}
	err = o.Record(t, fmt.Sprintf(
		"monic, of the degree of free cells: %d of %d 4×4 puzzles with up to %d givens\n"+
			"several completions, where there is one and the givens have n² - 2 colours at most: %d of %d 4×4 puzzles, %d of %d 9×9 puzzles",
		t.Monic, t.Puzzles, o.Givens, t.Several, t.Few, t.RandomSeveral, t.Random))
	if err == nil && (t.Monic < t.Puzzles || t.Several < t.Few || t.RandomSeveral < t.Random) {
		err = &study.Error{}
	}
	return err
}
