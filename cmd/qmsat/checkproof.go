package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/certificate"
	"qmsat/encode/proof"
	"qmsat/model"
)

var checkProofCommand = &command{
	name:    "check-proof",
	args:    "FILE [PUZZLE | FILE | -]",
	summary: "verify a proof that count or rules prove wrote",
	long: `Verifies a certificate that count --proof or rules prove --proof wrote: that there are exactly as many solutions as it
says. No solver runs. Prints "verified", the number of solutions and the puzzle. A wrong certificate ends with exit
status 1 and one line that says why.

The flags must name the model that the certificate is about.`,
	examples: []example{
		{"check-proof --box 2x2 testdata/proof/4x4.proof", "the proof that a puzzle has these solutions and no other"},
		{"check-proof --box 2x2 testdata/proof/4x4.proof 1....2...3......", "that it is about this puzzle, too"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		var format, proofForm string
		addName(flags, &proofForm, "proof-format", "", "`FORMAT` of the file, by default what its first line says", certificate.Names()...)
		addFormat(flags, &format, "text", "json")
		return func(ctx context.Context, streams streams, args []string) error {
			return checkProof(ctx, streams, args, mf, format, proofForm)
		}
	},
}

// proofRecord is the JSON object of a verified proof.
type proofRecord struct {
	Puzzle   string  `json:"puzzle"`
	Delta    *int    `json:"delta"`
	Encoding string  `json:"encoding"`
	Count    string  `json:"count"`
	Complete bool    `json:"complete"`
	Steps    int     `json:"steps"`
	Seconds  float64 `json:"seconds"`
}

func checkProof(ctx context.Context, streams streams, args []string, mf *modelFlags, format, proofForm string) error {
	if len(args) < 1 || len(args) > 2 {
		return usageErrorf("check-proof: %d arguments, expected FILE [PUZZLE]", len(args))
	}
	t, err := mf.build(ctx, streams)
	if err != nil {
		return err
	}
	var expected model.Cube
	if len(args) == 2 {
		if expected, err = t.onePuzzle(streams, args[1:]); err != nil {
			return err
		}
	}
	start := time.Now()
	p, err := readNamed(ctx, args[0], streams.in, func(name string, r io.Reader) (proof.Verified, error) {
		return proof.Verify(ctx, name, r, proofForm, t.model, t.with(expected))
	})
	seconds := time.Since(start).Seconds()
	cube := p.Cube
	if err == nil && len(args) == 2 && !sameGivens(cube, expected) {
		err = &proof.Refusal{Reason: fmt.Sprintf("it proves a count of the puzzle %s, expected %s",
			t.notation.FormatCube(t.model, cube), t.notation.FormatCube(t.model, expected))}
	}
	if err == nil && !hasGivens(cube, t.givens) {
		err = &proof.Refusal{Reason: "its puzzle lacks givens of the model file"}
	}
	if err != nil {
		return checkError(ctx, args[0], err)
	}
	out := newLines(streams.out)
	puzzle := t.notation.FormatCube(t.model, cube)
	out.record(format, proofRecord{puzzle, t.delta, p.Encoding, p.Count.String(), true, p.Steps, seconds},
		fmt.Sprintf("%s %s %s", out.good("verified"), p.Count, puzzle))
	return out.flush()
}

// checkError gives a failed verification its exit status.
func checkError(ctx context.Context, file string, err error) error {
	if refusal := new(proof.Refusal); errors.As(err, &refusal) {
		return &exitError{statusCheck, fmt.Errorf("%s: %w", file, err)}
	}
	return orStopped(ctx, err)
}

// sameGivens reports whether two cubes have the same givens, in whatever order.
func sameGivens(a, b model.Cube) bool { return hasGivens(a, b) && hasGivens(b, a) }

// hasGivens reports whether a cube has all of some givens.
func hasGivens(cube, givens model.Cube) bool {
	return !slices.ContainsFunc(givens, func(g model.Given) bool { return !slices.Contains(cube, g) })
}
