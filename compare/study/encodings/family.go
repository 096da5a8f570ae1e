package encodings

import (
	"context"
	"fmt"
	"hash/fnv"

	"qmsat/internal/lists"
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

var allTasks = []Task{First, Unique, Refute, All, Count, Optimum}

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
	Half        int     // instances of each half, or fewer if the family is small
	Seconds     float64 // a typical run; the plan's guess before there are runs
	drafts      drafts
}

// draft is an instance before it is made.
type draft struct {
	name string
	make func(s Source) (*model.Model, model.Cube, error)
}

// drafts lists the instances of a family.
type drafts func(s Source) ([]draft, error)

// Source says where instances come from.
type Source struct {
	context.Context
	Folder  string // of the repository's testdata
	Foreign string // of the repository huwlloyd-mmu/sudoku_acs, or ""
}

// Halves makes the family's first instances of each half, up to most of each.
func (f *Family) Halves(s Source, most int) (tune, kept []Instance, err error) {
	drafts, err := f.drafts(s)
	for _, d := range drafts {
		half := &tune
		if Kept(d.name) {
			half = &kept
		}
		if err != nil || len(*half) == most {
			continue
		}
		i := Instance{Name: d.name}
		if i.Model, i.Cube, err = d.make(s); err == nil {
			*half = append(*half, i)
		}
	}
	return tune, kept, err
}

// listed are instances that are drafted at once.
func listed(list ...draft) drafts { return func(Source) ([]draft, error) { return list, nil } }

// built returns the draft of a model under givens.
func built(name string, m func() *model.Model, cube ...model.Given) draft {
	return draft{name, func(Source) (*model.Model, model.Cube, error) { return m(), cube, nil }}
}

// seeded makes instances from the seeds 1 to 100.
func seeded(prefix string, instance func(s Source, seed uint64) (*model.Model, model.Cube, error)) drafts {
	return listed(lists.Make(100, func(i int) draft {
		return draft{numbered(prefix, i+1), func(s Source) (*model.Model, model.Cube, error) { return instance(s, uint64(i+1)) }}
	})...)
}

func numbered(prefix string, number int) string { return fmt.Sprintf("%s-%d", prefix, number) }
