package main

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"qmsat/compare/code"
	"qmsat/model/engine"
)

const smallHelp = `erasures --box 2x2 does the same for plain Sudoku 4×4 by maximum likelihood: unique is how many pairs of a word and a set of givens
have no other word that fits, of all pairs, and exact the share of the others. low and high bound that share as --samples random pairs
show it, which the first engine of --engine decodes; where exact lies outside them the exit status is 1.`

// smallBox is the box shape other than 3x3.
const smallBox = "2x2"

// defaultErasures are the numbers of cells that are erased unless others are asked for: all of them in Sudoku 4×4.
const defaultErasures = "8,16,24,32,40,44,48,52,56,60,64,68,72,76,80"

// smallRecord is the JSON object of a number of erasures in Sudoku 4×4.
type smallRecord struct {
	Box      string  `json:"box"`
	Erasures int     `json:"erasures"`
	Pairs    uint64  `json:"pairs"`  // of a word and a set of givens
	Unique   uint64  `json:"unique"` // those that no other word fits
	Exact    float64 `json:"exact"`  // share of the others
	Samples  int     `json:"samples"`
	Failures int     `json:"failures"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// printSmall prints a line, or an object, for each number of erasures.
func (f *codeFlags) printSmall(ctx context.Context, out *lines, numbers []int) error {
	switch {
	case f.erasures.numbers == defaultErasures:
		numbers, _ = parseNumbers("0-16")
	case slices.Max(numbers) > code.SmallLength:
		return usageErrorf("--erasures %q, expected numbers from 0 to %d for boxes of %s", f.erasures.numbers, code.SmallLength, f.box)
	}
	engines, err := engine.ParseChosen(f.engines)
	if err != nil {
		return inputError(err)
	}
	small, err := code.NewSmall(ctx, engines[0])
	if err != nil {
		return orStopped(ctx, err)
	}
	unique, err := small.Unique(ctx)
	if err != nil {
		return err
	}
	g := &figures[smallRecord]{out: out, format: f.format}
	random := rand.New(rand.NewPCG(f.erasures.seed, 0))
	var wrong error
	for _, erasures := range numbers {
		p, err := small.Sample(ctx, erasures, f.erasures.samples, random)
		if err != nil {
			return orStopped(ctx, err)
		}
		low, high := p.Interval()
		all := uint64(small.Words()) * new(big.Int).Binomial(code.SmallLength, int64(erasures)).Uint64()
		found := unique[code.SmallLength-erasures]
		exact := float64(all-found) / float64(all)
		if exact < low || exact > high {
			wrong = &exitError{statusCheck, fmt.Errorf("%d erasures: %d of %d fail, between %.3g and %.3g; exactly it is %.3g", erasures, p.Failures, p.Samples, low, high, exact)}
		}
		g.add(smallRecord{f.box, erasures, all, found, exact, p.Samples, p.Failures, low, high})
	}
	return firstError(g.end(fmt.Sprintf("seed %d; exact: all words and all sets of givens", f.erasures.seed)), g.write(f.report), wrong)
}
