package encodings

import (
	"context"
	"hash/fnv"
	"iter"

	"qmsat/model"
)

// Task is what a solver is asked.
type Task string

// The tasks.
const (
	First   Task = "first"   // a solution
	Unique  Task = "unique"  // a solution, and that there is no other
	Refute  Task = "refute"  // that there is no solution
	All     Task = "all"     // all solutions, which differ in the outputs
	Count   Task = "count"   // their number, by a model counter
	Optimum Task = "optimum" // a best solution, by descent: each must be better than the last
)

// limit returns how many solutions an engine is asked for.
func (t Task) limit() uint64 { return map[Task]uint64{First: 1, Unique: 2, Refute: 1}[t] }

// Instance is a model under givens.
type Instance struct {
	Name  string // unique
	Model *model.Model
	Cube  model.Cube
}

// Kept reports whether an instance is in the half that is not used to choose.
func Kept(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%2 == 1
}

// Family are instances of one sort.
type Family struct {
	Name, About string
	Tasks       []Task
	Half        int     // instances of each half, if there are so many
	Seconds     float64 // a typical run; the plan's guess before there are runs
	Each        func(s Source) iter.Seq2[Instance, error]
}

// Source says where instances come from.
type Source struct {
	context.Context
	Folder  string // of the repository's testdata
	Foreign string // of the 25×25 puzzles of Lloyd and Amos (repository huwlloyd-mmu/sudoku_acs), or ""
}

// Halves returns the family's first instances of each half.
func (f *Family) Halves(s Source) (tune, kept []Instance, err error) {
	for instance, err := range f.Each(s) {
		if err != nil {
			return nil, nil, err
		}
		half := &tune
		if Kept(instance.Name) {
			half = &kept
		}
		if len(*half) < f.Half {
			*half = append(*half, instance)
		}
		if len(tune) == f.Half && len(kept) == f.Half {
			break
		}
	}
	return tune, kept, nil
}

// seeded makes instances from seeds 1, 2, …; most bounds the seeds.
func seeded(prefix string, most int, instance func(s Source, seed uint64) (*model.Model, model.Cube, error)) func(Source) iter.Seq2[Instance, error] {
	return func(s Source) iter.Seq2[Instance, error] {
		return func(yield func(Instance, error) bool) {
			for seed := range uint64(most) {
				m, cube, err := instance(s, seed+1)
				if err == nil {
					err = m.Validate()
				}
				if !yield(named(prefix, int(seed+1), m, cube), err) || err != nil {
					return
				}
			}
		}
	}
}
