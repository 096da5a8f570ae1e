package encodings

import (
	"errors"
	"slices"
	"strings"
	"time"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/model/implied"
)

// encoding has a level of each factor of the design: cells, at-most-one, sums, rules, implied constraints.
type encoding [5]string

// levels returns all levels of each factor.
func levels() [len(encoding{})][]string {
	return [...][]string{
		encode.CellEncodings.Names(), encode.AtMostOnes.Names(), encode.LinearEncodings.Names(), encode.RuleEncodings.Names(),
		{implied.Off, implied.On},
	}
}

// standard is the encoding that all others are compared with: the default when the study began.
var standard = encoding{"extended", "pairwise", "auto", "tseitin", implied.Off}

// Default is its name.
var Default = standard.String()

// impliedEnd ends the names of encodings with implied constraints.
const impliedEnd = "/implied"

func (e encoding) options() encode.Options {
	return encode.Options{Cells: e[0], AMO: e[1], Linear: e[2], Rules: e[3], Implied: e[4] == implied.On}
}

// String returns the name in records.
func (e encoding) String() string { return nameOf(e.options()) }

func nameOf(o encode.Options) string {
	if o.Implied {
		return o.String() + impliedEnd
	}
	return o.String()
}

// encodingNamed returns the encoding of a name in records.
func encodingNamed(name string) (encoding, error) {
	plain, is := strings.CutSuffix(name, impliedEnd)
	o, err := encode.ParseOptions(plain)
	return encoding{o.Cells, o.AMO, o.Linear, o.Rules, map[bool]string{true: implied.On, false: implied.Off}[is]}, err
}

// singles returns the encodings that differ from the standard in one factor.
func singles() (list []encoding) {
	for factor, names := range levels() {
		for _, level := range names {
			if level != standard[factor] && level != encode.Automatic {
				e := standard
				e[factor] = level
				list = append(list, e)
			}
		}
	}
	return list
}

// combined returns the full product of some levels of each factor and the standard's, without those of fewer than two changes.
func combined(some [len(encoding{})][]string) []encoding {
	list := []encoding{standard}
	for factor, names := range some {
		for _, e := range slices.Clone(list) {
			for _, e[factor] = range names {
				list = append(list, e)
			}
		}
	}
	return lists.Filter(list, func(e encoding) bool { return len(e.changes()) > 1 })
}

// changes returns the factors in which an encoding differs from the standard.
func (e encoding) changes() []int {
	return lists.Filter(lists.Numbers[int](len(e)), func(factor int) bool { return e[factor] != standard[factor] })
}

// resolved returns the encoding that the program chooses for a solver by itself.
func resolved(i Instance, s *Solver) string {
	automatic := encode.Options{Cells: encode.Automatic, AMO: encode.Automatic, Linear: standard[2], Rules: standard[3]}
	return nameOf(encode.Resolve(i.Model, i.Cube, automatic, encode.Purpose{Solver: s.Sort}))
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
	Least   time.Duration // of all parts: no formula or run begins after this processor time; 0: none
	Step    func()        // called after each run
	used    float64
}

// errPart ends a part early.
var errPart = errors.New("ended the part")

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
	if p.Second {
		return r.second(p.Family, tune, kept)
	}
	return r.first(p.Family, tune)
}

// first runs encodings that differ from the standard in one factor: all of them with the scouts, and some with the other solvers.
func (r *Runner) first(f *Family, tune []Instance) error {
	contenders, err := r.contenders(f, tune)
	for _, scouts := range []bool{true, false} {
		results := NewResults(r.Records)
		for _, i := range tune {
			if err != nil {
				return err
			}
			err = r.all(f, i, contenders, func(task Task, s *Solver, e encoding) bool {
				return s.scout() == scouts && (scouts || e == standard || results.hopeful(f.Name, task, e.String()))
			})
		}
	}
	return err
}

// second runs the standard and the program's own choice on the kept half. Then it runs combinations on the tune half, and the
// winner, of all encodings, on the kept half.
func (r *Runner) second(f *Family, tune, kept []Instance) error {
	for _, step := range []func(f *Family, tune, kept []Instance, task Task, s *Solver) error{r.choose, r.combine} {
		for _, task := range f.Tasks {
			for _, s := range r.Solvers {
				if s.Does(task) {
					if err := step(f, tune, kept, task, s); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func (r *Runner) choose(f *Family, _, kept []Instance, task Task, s *Solver) error {
	for _, i := range kept {
		choice := Record{Family: f.Name, Instance: i.Name, Task: task, Solver: s.Name, Encoding: resolved(i, s)}
		if found := r.Find(choice); found == nil || found.Encoding != choice.Encoding {
			if err := r.Add(choice); err != nil {
				return err
			}
		}
		own, err := encodingNamed(choice.Encoding)
		if err == nil {
			err = r.all(f, i, []encoding{standard, own}, only(task, s))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) combine(f *Family, tune, kept []Instance, task Task, s *Solver) error {
	pair := Pair{f.Name, task, s.Name}
	contenders := combined(NewResults(r.Records).promising(pair))
	for _, i := range tune {
		if err := r.all(f, i, contenders, only(task, s)); err != nil {
			return err
		}
	}
	winner, err := encodingNamed(NewResults(r.Records).winner(pair))
	for _, i := range kept {
		if err == nil {
			err = r.all(f, i, []encoding{winner}, only(task, s))
		}
	}
	return err
}

// only returns what wants a solver with a task.
func only(task Task, s *Solver) func(Task, *Solver, encoding) bool {
	return func(t Task, other *Solver, _ encoding) bool { return t == task && s == other }
}

// contenders returns the standard, and the encodings of one change that write another formula for some instance.
func (r *Runner) contenders(f *Family, tune []Instance) ([]encoding, error) {
	list := []encoding{standard}
	for _, e := range singles() {
		differs, err := r.differs(f, tune, e)
		if err != nil {
			return nil, err
		}
		if differs {
			list = append(list, e)
		}
	}
	return list, nil
}

// differs reports whether an encoding writes another formula than the standard. It looks no further than the first instance that
// the encoding cannot write.
func (r *Runner) differs(f *Family, tune []Instance, e encoding) (bool, error) {
	for _, i := range tune {
		base, err := r.formula(f, i, standard)
		if err != nil {
			return false, err
		}
		own, err := r.formula(f, i, e)
		if err != nil || own.Hash != base.Hash {
			return err == nil && own.Hash != "", err
		}
	}
	return false, nil
}

// formula returns the record of a formula, measured if it is new.
func (r *Runner) formula(f *Family, i Instance, e encoding) (*Record, error) {
	key := Record{Instance: i.Name, Encoding: e.String()}
	if found := r.Find(key); found != nil {
		return found, nil
	}
	if r.over() {
		return nil, errPart
	}
	record, err := Formula(r, f.Name, i, e.options())
	r.used += record.Seconds
	if err == nil {
		err = r.Add(record)
	}
	return r.Find(key), err
}

// over reports whether the time is used up.
func (r *Runner) over() bool { return r.Least > 0 && r.used >= r.Least.Seconds() }

// done reports whether a run is known: with an answer, or without one after as long a limit.
func (r *Runner) done(run Record) bool {
	found := r.Find(run)
	return found != nil && (found.answered() || found.Limit >= r.Limit.Seconds())
}

// all runs contenders on an instance. Formulas that are equal are run once.
func (r *Runner) all(f *Family, i Instance, contenders []encoding, wanted func(Task, *Solver, encoding) bool) error {
	for _, e := range contenders {
		formula, err := r.formula(f, i, e)
		if err != nil {
			return err
		}
		for _, task := range f.Tasks {
			for _, s := range r.Solvers {
				run := Record{Family: f.Name, Instance: i.Name, Hash: formula.Hash, Task: task, Solver: s.Name}
				if run.Hash == "" || !s.Does(task) || !wanted(task, s, e) || r.done(run) {
					continue
				}
				if r.over() {
					return errPart
				}
				if run, err = Run(r, run, i, e.options(), s, r.Limit); err != nil {
					return err
				}
				r.used += run.Seconds
				r.Step()
				if err := r.Add(run); err != nil {
					return err
				}
			}
		}
	}
	return nil
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
func plan(results *Results, solvers []*Solver) (list []PartRecord) {
	for _, p := range Parts() {
		pairs := lists.Sum(p.Family.Tasks, func(t Task) int {
			return lists.Count(solvers, func(s *Solver) bool { return s.Does(t) })
		})
		done := results.spent[p.Family.Name]
		record := PartRecord{p.Name, p.Family.About, done.runs, p.Family.Half * pairs * results.contenders(p.Family.Name), 0}
		if p.Second {
			record.Runs, record.About, record.Planned = 0, "combinations, kept half", p.Family.Half*pairs*guessed
		}
		seconds := p.Family.Seconds
		if done.runs > 0 {
			seconds = done.seconds / float64(done.runs)
		}
		record.Seconds = float64(record.Planned) * seconds
		list = append(list, record)
	}
	return list
}
