package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"qmsat/encode/answer"
	"qmsat/internal/namedfile"
	"qmsat/internal/stop"
	"qmsat/model/draw"
)

var decodeCommand = &command{
	name:    "decode",
	args:    "FORMULA [OUTPUT]",
	summary: "read a solver's answer back as grids",
	long: `Reads a file that export wrote (CNF, OPB or LP), and a solver's answer to it from OUTPUT or standard input. Prints each
solution as a grid, one a line, or as NAME=VALUE words. Answers are the output of SAT solvers (s and v lines, or minisat's file)
and of pseudo-Boolean solvers (v x1 -x2), and the solution files or the output of cbc, glpsol, highs and scip.

Each solution is checked against the file's clauses or constraints; a wrong one ends the command with exit status 1.
"unsatisfiable" stands for the solver's UNSAT or infeasible.`,
	examples: []example{
		{"decode testdata/decode/4x4.cnf testdata/decode/4x4.out", "the grid that a solver found"},
		{"decode --format grid testdata/decode/4x4.cnf testdata/decode/4x4.out", "the same for people"},
	},
	output: true,
	setup: func(flags *pflag.FlagSet) action {
		var format string
		addFormat(flags, &format, "text", "grid")
		return func(ctx context.Context, streams streams, args []string) error {
			return decode(ctx, streams, args, format)
		}
	},
}

func decode(ctx context.Context, streams streams, args []string, format string) error {
	if len(args) < 1 || len(args) > 2 {
		return usageErrorf("decode: %d arguments, expected FORMULA [OUTPUT]", len(args))
	}
	exported, err := readNamed(ctx, args[0], streams.in, answer.ReadFormula)
	if err != nil {
		return err
	}
	name := stdinName
	if len(args) == 2 {
		name = args[1]
	}
	answer, err := readNamed(ctx, name, streams.in, exported.ReadAnswer)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	if answer.Unsatisfiable {
		out.line("unsatisfiable")
	}
	for i, literals := range answer.Models {
		m, a, err := exported.Solution(literals)
		if err != nil {
			return firstError(out.flush(), &exitError{statusCheck, fmt.Errorf("model %d: %w", i+1, err)})
		}
		if format == "grid" {
			out.line(draw.Solution(m, a, nil))
		} else {
			out.line(m.Notation().FormatSolution(m, a))
		}
	}
	return out.flush()
}

// readNamed reads a file, or standard input if the name is "-", until ctx ends.
func readNamed[T any](ctx context.Context, name string, stdin io.Reader, read func(string, io.Reader) (T, error)) (T, error) {
	if name == stdinName {
		result, err := read("standard input", stop.Reader(ctx, stdin))
		return result, orStopped(ctx, err)
	}
	file, err := namedfile.Open(name)
	if err != nil {
		var none T
		return none, inputError(err)
	}
	defer file.Close()
	result, err := read(name, stop.Reader(ctx, file))
	return result, orStopped(ctx, err)
}
