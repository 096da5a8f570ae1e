package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/engine"
)

var exportCommand = &command{
	name:    "export",
	args:    "[PUZZLE | FILE | -]",
	summary: "write a puzzle as DIMACS CNF, OPB, LP or MPS",
	long: `Writes the formula of one puzzle as DIMACS CNF. A line "c var 17 r1c2=8" says that variable 17 stands for the value 8
in row 1, column 2; "c fix r1c1=5" says that the encoding left a cell out that the givens fix. "c t mc" says that each
model of the formula is one solution; where counting needs projection "c t pmc" and "c p show ... 0" say on which variables.

The encoding's clauses are written as its paper lists them; --dedup writes each once, as the SAT engines use them.

--format opb writes a pseudo-Boolean problem instead: cells and all-different constraints as cardinality constraints, sums
as they are, so that no encoding is chosen. "* var 17 r1c2=8" says what variable 17 means.

--format lp and --format mps write the same as an integer program, for GLPK, CBC, HiGHS, SCIP and others: the 0/1 variable
r1c2_8 says r1c2=8, and a_m3 says a=-3.

An objective of the model goes along, but not into a CNF file, where it is a comment; OPB and MPS only minimize, and there an objective
that is to be maximized stands negated. LP and MPS do not say what the outputs are. No format has names of constraints.

` + puzzleHelp,
	examples: []example{
		{"export --delta 2 --dedup -o puzzle.cnf .......................4.........4.....................75...........6............", "a quasi-magic puzzle for any SAT solver"},
		{"export --box 1x2", "the Latin squares of order 2, a formula small enough to read"},
		{"export --box 1x2 --format opb", "the same as a pseudo-Boolean problem"},
		{"export --box 1x2 --format lp", "the same as an integer program"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &exportFlags{modelFlags: addModelFlags(flags), settings: map[string]*string{}}
		for _, s := range sat.Settings() {
			f.settings[s.Name] = new(string)
			addSetting(flags, f.settings[s.Name], s, s.Default, settingUsage(s), false)
		}
		flags.BoolVar(&f.dedup, "dedup", false, "write each clause once")
		addFormat(flags, &f.format, "dimacs", "opb", "lp", "mps")
		flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
		f.timeout = addTimeout(flags)
		return func(ctx context.Context, streams streams, args []string) error {
			if f.format != "dimacs" {
				why := fmt.Sprintf("beside --format %s, which chooses no encoding", f.format)
				if err := misplaced(flags, why, append(each(sat.Settings(), nameOf), "dedup")...); err != nil {
					return err
				}
			}
			return f.run(ctx, streams, args)
		}
	},
}

type exportFlags struct {
	*modelFlags
	settings map[string]*string
	dedup    bool
	format   string
	output   string
	timeout  *time.Duration
}

func (f *exportFlags) run(ctx context.Context, streams streams, args []string) error {
	options := engine.Options{}
	for _, s := range sat.Settings() {
		options[s.Name] = *f.settings[s.Name]
	}
	ctx, cancel := limited(ctx, time.Now(), *f.timeout)
	defer cancel()
	t, err := f.build(ctx, streams.in)
	if err != nil {
		return err
	}
	cube, err := t.onePuzzle(streams, args)
	if err != nil {
		return err
	}
	write, err := f.formula(ctx, t.ranked(), cube, options)
	if err == nil {
		err = writeFile(f.output, streams.out, func(w io.Writer) error { return write(ctx, w) })
		if ctx.Err() == nil {
			err = outputError(err)
		}
	}
	if err == nil {
		switch dimacs := f.format == "dimacs"; {
		case dimacs && t.objective != nil:
			streams.note("--format dimacs carries no objective: a comment tells it, and every solution is as good")
		case (f.format == "lp" || f.format == "mps") && t.model.Projected():
			streams.note("--format %s carries no outputs: solutions may differ in other variables alone", f.format)
		}
	}
	return orStopped(ctx, err)
}

// formula makes the formula and returns what writes it.
func (f *exportFlags) formula(ctx context.Context, m *model.Model, cube model.Cube, options engine.Options) (func(context.Context, io.Writer) error, error) {
	switch f.format {
	case "opb":
		problem, err := encode.NewOPB(ctx, m, cube)
		if err != nil {
			return nil, err
		}
		return problem.Write, nil
	case "lp", "mps":
		program, err := encode.NewIntegerProgram(ctx, m, cube)
		if err != nil {
			return nil, err
		}
		if f.format == "mps" {
			return program.WriteMPS, nil
		}
		return program.WriteLP, nil
	default:
		encoding := sat.EncodingOptions(options)
		encoding.Published = !f.dedup
		formula, err := encode.NewDIMACS(ctx, m, encoding, cube)
		if err != nil {
			return nil, err
		}
		return formula.Write, nil
	}
}

// onePuzzle reads the one puzzle that the arguments name, and returns it with the model file's givens added.
func (t *task) onePuzzle(streams streams, args []string) (model.Cube, error) {
	p, err := t.singlePuzzle(streams, args)
	return slices.Concat(t.givens, p.Cube), err
}

func (t *task) singlePuzzle(streams streams, args []string) (model.Puzzle, error) {
	if len(args) > 1 {
		return model.Puzzle{}, usageErrorf("%d arguments, expected one puzzle", len(args))
	}
	found, err := t.listPuzzles(streams.in, args)
	switch {
	case err != nil:
		return model.Puzzle{}, err
	case len(found) == 0:
		return model.Puzzle{}, usageErrorf("%s: no puzzle, expected one", args[0])
	case len(found) > 1:
		return model.Puzzle{}, usageErrorf("%s: a second puzzle, expected one", where(found[1]))
	}
	return found[0], nil
}
