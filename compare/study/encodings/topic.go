package encodings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study"
	"qmsat/internal/lists"
	"qmsat/model/engine"
)

// Topic is the study as a command.
var Topic = &study.Topic{
	Name: "encodings", Summary: "which encoding suits which solver, for which task",
	Help: `Runs parts of a written plan and prints what all runs in a results file say. A run is an instance, a task, a formula and a
solver. Finished runs are kept, and are not repeated: --results FILE --part hardest --limit 5m runs five minutes of a part, or
what it lacks. If --limit ends it, the exit status is 3. The parts NAME+ combine what the parts NAME found, and confirm it on
instances that were not used to choose (docs/encodings.md).`,
	Examples: [][2]string{
		{"study encodings --parts --solver gini", "the plan for a solver, with estimated times"},
		{"study encodings --results testdata/encodings/results.jsonl.gz", "what the runs of a file say"},
	},
	New: func() study.Study {
		return &options{Part: study.Chosen{Setting: partSetting, Usage: "run what these parts lack, <NAME,...>", Several: true},
			Solvers: study.Chosen{Setting: solverSetting, Value: engine.All, Usage: "solvers <NAME,...>, or all that are installed", Several: true}}
	},
}

// The settings behind --part and --solver.
var (
	partSetting = &engine.Setting{Name: "part", Values: func() []string {
		return lists.Map(Parts(), func(p Part) string { return p.Name })
	}}
	solverSetting = &engine.Setting{Name: "solver", Values: func() []string {
		return lists.Map(Solvers, func(s *Solver) string { return s.Name })
	}}
)

type options struct {
	Results  string         `flag:"results" usage:"results <FILE>; new runs are appended"`
	Part     study.Chosen   `flag:"part" beside:"results"`
	Parts    bool           `flag:"parts" usage:"list the parts, with the processor time of each"`
	Solvers  study.Chosen   `flag:"solver"`
	PerRun   time.Duration  `flag:"timeout" value:"10s" beside:"part" usage:"give up on a run after <D> of processor time"`
	Limit    time.Duration  `flag:"limit" beside:"part" usage:"begin no run after <D> of processor time"`
	Testdata string         `flag:"testdata" value:"testdata" beside:"part" usage:"the repository's folder <DIR> of puzzles"`
	Foreign  string         `flag:"foreign" beside:"part" usage:"repository sudoku_acs, in the folder <DIR>, for the part foreign"`
	Table    string         `flag:"table" names:"answers,defaults,levels,formulas,solvers" usage:"print table <NAME>"`
	_        study.BaseFlag `flag:"format" names:"text,json,csv" usage:"output <FORMAT>"`
	_        study.BaseFlag `flag:"report" usage:"write index.html and cactus plots, into the folder <DIR>"`
	study.Base
}

// Check refuses flags that nothing reads.
func (o *options) Check() error {
	if o.Parts {
		return o.Misplaced("cannot be combined with --parts", "table", "report")
	}
	if o.Part.Value == "" {
		return o.Misplaced("needs --part or --parts", "solver")
	}
	return nil
}

// Run runs parts, then prints a table.
func (o *options) Run(ctx context.Context) error {
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	store := &Store{}
	var stopped error
	switch {
	case o.Part.Value != "":
		store, err = Open(o.Results)
		if err != nil {
			return err
		}
		stopped = o.run(ctx, store, solvers)
		if err := store.Close(); err != nil {
			return err
		}
	case o.Results != "":
		store, err = Read(o.Results)
		if o.Parts && errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	results := NewResults(store.Records)
	if len(results.Different) > 0 && (stopped == nil || errors.Is(stopped, errPart)) {
		stopped = study.Failed(fmt.Errorf("solvers disagree: %s", strings.Join(results.Different, "; ")))
	}
	return errors.Join(o.print(results, solvers), stopped)
}

// solvers returns the chosen solvers that are installed. If all are chosen, it names the others in one line.
func (o *options) solvers() ([]*Solver, error) {
	here, missing := Installed()
	names, err := solverSetting.Chosen(o.Solvers.Value)
	chosen := lists.Filter(here, func(s *Solver) bool { return slices.Contains(names, s.Name) })
	switch {
	case err != nil || len(missing) == 0:
		return chosen, err
	case o.Solvers.Value == engine.All && o.Part.Value != "" && o.Format == "text":
		return chosen, o.Line("not installed: " + solverNames(missing))
	case o.Solvers.Value != engine.All && len(chosen) < len(names):
		return nil, fmt.Errorf("--solver %s, expected some of the installed %s", o.Solvers.Value, solverNames(here))
	}
	return chosen, nil
}

// run runs the named parts. If the limit ends a part, the error names those that were not begun.
func (o *options) run(ctx context.Context, store *Store, solvers []*Solver) error {
	names, err := partSetting.Chosen(o.Part.Value)
	if err != nil {
		return err
	}
	parts := lists.Filter(Parts(), func(p Part) bool { return slices.Contains(names, p.Name) })
	bar := o.Bar(0, "runs")
	r := &Runner{Source: Source{ctx, o.Testdata, o.Foreign}, Store: store, Solvers: solvers, Limit: o.PerRun, Least: o.Limit, Step: bar.Step}
	for i, part := range parts {
		err := r.Run(part)
		if errors.Is(err, errPart) {
			left := lists.Map(parts[i+1:], func(p Part) string { return p.Name })
			return study.Stopped("--limit %v %w %s; not begun: %s", o.Limit, err, part.Name, cmp.Or(strings.Join(left, ", "), "none"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// print prints the plan or a table.
func (o *options) print(r *Results, solvers []*Solver) error {
	notes := fmt.Sprintf("%s of processor time\n", show.Seconds(3600*r.Hours))
	switch {
	case o.Parts:
		list := plan(r, solvers)
		hours := lists.Sum(list, func(p PartRecord) float64 { return p.Seconds / 3600 })
		return ended(o, list, fmt.Sprintf("%.1f h of processor time in all\n", hours))
	case o.Results == "":
		return errors.New("study encodings: expected --parts, or --results with a file")
	case o.Table == "defaults":
		return ended(o, r.Gains(), notes, r.Cactus()...)
	case o.Table == "levels":
		return ended(o, r.Levels(), notes, r.Cactus()...)
	case o.Table == "formulas":
		return ended(o, r.Strengths(), "", r.Cactus()...)
	case o.Table == "solvers":
		return ended(o, r.Contests(), notes, r.Cactus()...)
	}
	return ended(o, r.Answers(), notes, r.Cactus()...)
}

// ended prints a table of all records.
func ended[T any](o *options, list []T, notes string, charts ...plot.Chart) error {
	r := study.NewResults[T](&o.Base)
	if err := r.Add(list...); err != nil {
		return err
	}
	return r.End(notes, "Encodings", charts...)
}
