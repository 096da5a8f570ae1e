package encodings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/implied"
)

// factor is a part of an encoding.
type factor struct {
	levels func() []string
	set    func(o *encode.Options, level string)
	of     func(o encode.Options) string
}

// named is the factor of a name in options.
func named(levels func() []string, field func(o *encode.Options) *string) factor {
	return factor{
		levels,
		func(o *encode.Options, level string) { *field(o) = level },
		func(o encode.Options) string { return *field(&o) },
	}
}

// factors are the factors of the design: cells, at-most-one, sums, rules, implied constraints.
var factors = []factor{
	named(encode.CellEncodings.Names, func(o *encode.Options) *string { return &o.Cells }),
	named(encode.AtMostOnes.Names, func(o *encode.Options) *string { return &o.AMO }),
	named(encode.LinearEncodings.Names, func(o *encode.Options) *string { return &o.Linear }),
	named(encode.RuleEncodings.Names, func(o *encode.Options) *string { return &o.Rules }),
	{
		func() []string { return []string{implied.Off, implied.On} },
		func(o *encode.Options, level string) { o.Implied = level == implied.On },
		func(o encode.Options) string { return map[bool]string{true: implied.On, false: implied.Off}[o.Implied] },
	},
}

// Default is the default encoding.
var Default, _ = encode.ParseOptions(encode.Options{}.String())

// impliedEnd ends the names of encodings with implied constraints.
const impliedEnd = "/implied"

// nameOf returns the name of an encoding in records.
func nameOf(o encode.Options) string {
	if o.Implied {
		return o.String() + impliedEnd
	}
	return o.String()
}

// encodingNamed returns the encoding of a name in records.
func encodingNamed(name string) (encode.Options, error) {
	plain, is := strings.CutSuffix(name, impliedEnd)
	o, err := encode.ParseOptions(plain)
	o.Implied = is
	return o, err
}

// with returns an encoding with another level of a factor; changed is false if that is the default's.
func (f factor) with(o encode.Options, level string) (_ encode.Options, changed bool) {
	f.set(&o, level)
	return o, level != f.of(Default)
}

// singles returns the encodings that differ from the default in one factor.
func singles() (list []encode.Options) {
	for _, f := range factors {
		for _, level := range f.levels() {
			if o, changed := f.with(Default, level); changed {
				list = append(list, o)
			}
		}
	}
	return list
}

// combined returns the full product of some levels of each factor and the default's, without those of fewer than two changes.
func combined(levels [][]string) []encode.Options {
	list := []encode.Options{Default}
	for i, f := range factors {
		for _, o := range slices.Clone(list) {
			for _, level := range levels[i] {
				o, _ := f.with(o, level)
				list = append(list, o)
			}
		}
	}
	return lists.Filter(list, func(o encode.Options) bool {
		return lists.Count(factors, func(f factor) bool { return f.of(o) != f.of(Default) }) > 1
	})
}

// Part is a piece of the plan.
type Part struct {
	Name   string
	Family *Family
	Second bool // step 2
}

// Parts returns the whole plan.
func Parts() (list []Part) {
	for _, f := range Families {
		list = append(list, Part{f.Name, f, false}, Part{f.Name + "+", f, true})
	}
	return list
}

// Runner runs parts.
type Runner struct {
	Source
	*Store
	Solvers []*Solver
	Limit   time.Duration // of a run
	Least   time.Duration // of the part: no run begins after this processor time; 0: none
	Step    func()        // called after each run
	used    float64
}

// errPart ends a part early.
var errPart = fmt.Errorf("the limit of the part")

// Run runs what a part lacks.
func (r *Runner) Run(p Part) error {
	for _, s := range r.Solvers {
		version := Record{Family: versions, Instance: s.version(r), Solver: s.Name}
		if version.Instance != "" && r.Find(version) == nil {
			if err := r.Add(version); err != nil {
				return err
			}
		}
	}
	tune, kept, err := p.Family.Halves(r.Source, p.Family.Half)
	if err != nil || len(tune) == 0 {
		return err
	}
	if !p.Second {
		contenders, err := r.contenders(p.Family, tune[0])
		if err != nil {
			return err
		}
		return r.all(p.Family, tune, contenders, func(Task, *Solver) bool { return true })
	}
	for _, task := range p.Family.Tasks {
		for _, s := range r.Solvers {
			only := func(t Task, other *Solver) bool { return t == task && s == other }
			results := NewResults(r.Records)
			if err := r.all(p.Family, tune, combined(results.promising(p.Family.Name, task, s.Name)), only); err != nil {
				return err
			}
			winner := NewResults(r.Records).winner(p.Family.Name, task, s.Name)
			if err := r.all(p.Family, kept, []encode.Options{Default, winner}, only); err != nil {
				return err
			}
		}
	}
	return nil
}

// contenders returns the default and the encodings that differ in one factor and write another formula for an instance.
func (r *Runner) contenders(f *Family, first Instance) ([]encode.Options, error) {
	base, err := r.formula(f, first, Default)
	list := []encode.Options{Default}
	for _, o := range singles() {
		if err != nil {
			return nil, err
		}
		var found *Record
		if found, err = r.formula(f, first, o); err == nil && found.Hash != base.Hash && found.Hash != "" {
			list = append(list, o)
		}
	}
	return list, err
}

// formula returns the record of a formula, measured if it is new.
func (r *Runner) formula(f *Family, i Instance, o encode.Options) (*Record, error) {
	key := Record{Instance: i.Name, Encoding: nameOf(o)}
	if found := r.Find(key); found != nil {
		return found, nil
	}
	record, err := Formula(r, f.Name, i, o)
	r.used += record.Seconds
	if err == nil {
		err = r.Add(record)
	}
	return r.Find(key), err
}

// all runs contenders on instances. Formulas that are equal are run once.
func (r *Runner) all(f *Family, instances []Instance, contenders []encode.Options, wanted func(Task, *Solver) bool) error {
	for _, i := range instances {
		for _, o := range contenders {
			formula, err := r.formula(f, i, o)
			if err != nil {
				return err
			}
			for _, task := range f.Tasks {
				for _, s := range r.Solvers {
					run := Record{Family: f.Name, Instance: i.Name, Hash: formula.Hash, Task: task, Solver: s.Name}
					if run.Hash == "" || !s.does(task) || !wanted(task, s) || r.Find(run) != nil {
						continue
					}
					if err := r.one(run, i, o, s); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func (r *Runner) one(run Record, i Instance, o encode.Options, s *Solver) error {
	if r.Least > 0 && r.used >= r.Least.Seconds() {
		return errPart
	}
	record, err := Run(r, run, i, o, s, r.Limit)
	if err != nil {
		return err
	}
	r.used += record.Seconds
	r.Step()
	return r.Add(record)
}

// PartRecord is a line of the plan.
type PartRecord struct {
	Part    string  `json:"part"`
	About   string  `json:"about"`
	Runs    int     `json:"runs"`                                             // done
	Planned int     `json:"planned"`                                          // at most, for the second step a guess
	Seconds float64 `json:"cpu_seconds" show:"seconds" text:"processor time"` // of all planned runs
}

// guessed is the number of combinations and confirmations that the plan expects for a task and a solver of an instance.
const guessed = 6

// plan estimates the parts from the runs so far.
func plan(s Source, results *Results, solvers []*Solver) (list []PartRecord, err error) {
	for _, p := range Parts() {
		first, other, err := p.Family.Halves(s, 1)
		if err != nil {
			return nil, err
		}
		contenders := results.contenders(p.Family.Name, append(first, other...)[0].Model)
		pairs := 0
		for _, task := range p.Family.Tasks {
			pairs += lists.Count(solvers, func(s *Solver) bool { return s.does(task) })
		}
		if p.Second {
			contenders = guessed
		}
		runs, seconds := results.done(p.Family.Name, p.Family.Seconds)
		r := PartRecord{p.Name, p.Family.About, runs, p.Family.Half * pairs * contenders, 0}
		if p.Second {
			r.Runs, r.About = 0, "combinations, kept half"
		}
		r.Seconds = float64(r.Planned) * seconds
		list = append(list, r)
	}
	return list, nil
}

// contenders returns how many different formulas a family has, or guesses it from a model.
func (r *Results) contenders(family string, m *model.Model) int {
	most := 0
	for _, i := range r.instances(family) {
		hashes := map[string]bool{}
		for _, f := range r.formulas[i] {
			hashes[f.Hash] = true
		}
		most = max(most, len(hashes))
	}
	if most > 0 {
		return most
	}
	most = len(encode.CellEncodings.Names()) + len(encode.AtMostOnes.Names()) - 1
	for _, c := range m.Constraints {
		if strings.HasPrefix(c.Kind(), "linear") {
			return most + len(encode.LinearEncodings.Names()) - 1
		}
	}
	return most
}
