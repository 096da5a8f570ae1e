package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/study/instances"
	"qmsat/compare"
	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/model"
)

var instancesCommand = &command{
	name:    "instances",
	args:    "",
	summary: "make benchmark instances with known answers from a seed",
	long: `Writes DIMACS CNF files for solvers and model counters, with known answers: quasi-magic puzzles, satisfiable or with
one given that leaves no solution. Levels 1 to 10 have fewer and fewer givens; docs/instances.md has the conflicts that solvers
need. Within a version, seeds repeat the files to the byte, on every machine.

Beside each file there is its solution, or a proof in the DRAT format if it ends in time and has 64 MiB at most. manifest.jsonl
has a line for each file: SHA-256, seed, status, number of solutions, how these were established, and what is unknown.
--solver measures conflicts; those of gini repeat. "c t mc" says that each model of a formula is one solution.

If --delta, --difficulty or --status has several values, there are --count instances for each combination: the same files as by
a command for each.`,
	examples: []example{
		{"instances --size 3x3 --delta 4 --difficulty 2 --count 3 -o instances", "three satisfiable instances, with their solutions"},
		{"instances --size 3x3 --delta 6..7 --status sat,unsat --gzip -o instances", "four, with solutions and proofs, compressed"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &instanceFlags{}
		addName(flags, &f.family, "family", quasiMagicFamily, "family `NAME`", quasiMagicFamily)
		flags.StringVar(&f.delta, "delta", "2", "quasi-magic Sudoku with Δ = `N`, or several such as 2..8")
		addNames(flags, &f.status, true, "status", instances.Satisfiable, "statuses `NAME,...`",
			instances.Satisfiable, instances.Unsatisfiable)
		flags.StringVar(&f.size, "size", "4x4", "boxes of `RxC` cells, 3x3 to 6x6")
		flags.StringVar(&f.level, "difficulty", "1", "level `N`, or several such as 1..10")
		addNumber(flags, &f.seed, "seed", 1, "`S`, the seed")
		addWhole(flags, &f.count, "count", 1, 1, "write `N` instances")
		addNames(flags, &f.solvers, true, "solver", "gini", "measure the conflicts of `NAME,...`", lists.Map(instances.Solvers, func(s *instances.Solver) string { return s.Name })...)
		addDuration(flags, &f.limit, "limit", 10*time.Second, "give up on a count or a proof after `D`")
		addDuration(flags, &f.perSolver, "solver-limit", time.Minute, "give up on a measurement after `D` of processor time")
		flags.BoolVar(&f.gzip, "gzip", false, "compress the formulas and proofs")
		flags.StringVarP(&f.output, "output", "o", "", "write into the folder `DIR`, which is made")
		f.timeout = addTimeout(flags)
		return f.run
	},
}

// quasiMagicFamily is the only family so far.
const quasiMagicFamily = "quasi-magic"

type instanceFlags struct {
	family, size, delta, level, status string
	solvers, output                    string
	seed                               uint64
	count                              int
	limit, perSolver                   time.Duration
	gzip                               bool
	timeout                            *time.Duration
}

// InstanceLine is what the manifest says of an instance beside its file. It is exported for package json.
type InstanceLine struct {
	Family     string `json:"family"`
	Size       string `json:"size"`
	Delta      int    `json:"delta"`
	Level      int    `json:"level"`
	Seed       uint64 `json:"seed"`
	Number     int    `json:"number"`
	Generator  string `json:"generator"` // version and commit
	Wrong      string `json:"wrong,omitempty"`
	Answer     string `json:"answer,omitempty"` // the file of the solution or the proof
	AnswerHash string `json:"answer_sha256,omitempty"`
	*instances.Known
}

func (f *instanceFlags) run(ctx context.Context, streams streams, _ []string) (err error) {
	ctx, cancel := limited(ctx, time.Now(), *f.timeout)
	defer cancel()
	families, err := f.families()
	if err != nil {
		return err
	}
	if f.output == "" {
		return usageErrorf("expected -o DIR, a folder for the files")
	}
	names := strings.Split(f.solvers, ",")
	solvers := lists.Filter(instances.Solvers, func(s *instances.Solver) bool { return slices.Contains(names, s.Name) })
	for _, s := range solvers {
		if !s.Installed() {
			return usageErrorf("--solver %s: command %s was not found", s.Name, s.Command)
		}
	}
	to, err := newManifest(f.output)
	if err != nil {
		return err
	}
	defer func() { err = firstError(err, to.save()) }()
	bar := newBar(streams.err, len(families)*f.count, "instances")
	defer bar.clear()
	for _, family := range families {
		for number := range f.count {
			if err := f.write(ctx, to, solvers, family, number+1); err != nil {
				return orStopped(ctx, err)
			}
			bar.step()
		}
	}
	return nil
}

// families returns each combination of the values of flags.
func (f *instanceFlags) families() (list []instances.Family, err error) {
	rows, columns, err := model.ParseDimensions(f.size)
	switch {
	case err != nil:
		return nil, usageErrorf("--size: %v", err)
	case rows != columns:
		return nil, usageErrorf("--size %s, expected square boxes", f.size)
	}
	deltas, ok := parseNumbers(f.delta)
	if !ok {
		return nil, usageErrorf("--delta %q, expected numbers such as 4 or 2..8", f.delta)
	}
	levels, ok := parseNumbers(f.level)
	if !ok {
		return nil, usageErrorf("--difficulty %q, expected numbers such as 3 or 1..10", f.level)
	}
	for _, delta := range lists.Distinct(deltas) {
		for _, status := range lists.Distinct(strings.Split(f.status, ",")) {
			for _, level := range lists.Distinct(levels) {
				family := instances.Family{Order: rows, Delta: delta, Status: status, Level: level}
				if err := family.Check(); err != nil {
					return nil, usageErrorf("%v", err)
				}
				list = append(list, family)
			}
		}
	}
	return list, nil
}

// write writes the files of an instance. Only the first, the formula, can be stopped, so that no file is without its line.
func (f *instanceFlags) write(
	ctx context.Context, to *manifest, solvers []*instances.Solver, family instances.Family, number int,
) error {
	name := fmt.Sprintf("%s-%s-d%d-%s-l%02d-s%d-%04d", f.family, f.size, family.Delta, family.Status, family.Level, f.seed, number)
	i, err := family.Make(ctx, f.seed, uint64(number))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	known, err := i.Examine(ctx, solvers, f.perSolver, f.limit)
	if errors.As(err, new(*instances.DisagreementError)) {
		return &exitError{statusCheck, err}
	}
	if err != nil {
		return err
	}
	formula, err := encode.NewDIMACS(ctx, i.Model, instances.Encoding, i.Cube)
	if err != nil {
		return err
	}
	build := compare.ReadBuild()
	about := &InstanceLine{
		Family: f.family, Size: f.size, Delta: family.Delta, Level: family.Level, Seed: f.seed, Number: number,
		Generator: build.Version + " " + build.ShortCommit(), Known: known,
	}
	notation := i.Model.Notation()
	line := manifestLine{
		Puzzle: notation.FormatCube(i.Model, i.Cube), Format: "dimacs", Encoding: instances.Encoding.String(),
		Variables: formula.Size.Variables, Clauses: formula.Size.Clauses, InstanceLine: about,
	}
	packed := map[bool]string{true: ".gz"}[f.gzip]
	var answer string
	switch {
	case i.Solution != nil:
		about.Answer, answer = name+".solution", notation.FormatSolution(i.Model, i.Solution)+"\n"
	default:
		about.Wrong = model.Assignments.FormatCube(i.Model, model.Cube{*i.Wrong})
		if known.Proof != nil {
			about.Answer, answer = name+".drat"+packed, string(known.Proof)
		}
	}
	line.File = name + ".cnf" + packed
	line.SHA256, err = to.file(ctx, line.File, func(ctx context.Context, w io.Writer) error {
		if _, err := io.WriteString(w, f.comments(family, number)); err != nil {
			return err
		}
		return formula.Write(ctx, w)
	})
	if err != nil {
		return err
	}
	if about.Answer != "" {
		about.AnswerHash, err = to.file(context.WithoutCancel(ctx), about.Answer, func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, answer)
			return err
		})
		if err != nil {
			return err
		}
	}
	return to.add(line)
}

// comments are the first lines of a formula: how to make it again, and its status.
func (f *instanceFlags) comments(family instances.Family, number int) string {
	const form = "c qmsat instances --family %s --size %s --delta %d --status %s --difficulty %d --seed %d, number %d\nc status %s\n"
	return fmt.Sprintf(form,
		f.family, f.size, family.Delta, family.Status, family.Level, f.seed, number, strings.ToUpper(family.Status)+"ISFIABLE")
}
