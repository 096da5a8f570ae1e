package job

import (
	"context"
	"math"
	"time"

	"qmsat/internal/registry"
	"qmsat/model/engine"
)

// Kind is a sort of job.
type Kind struct {
	Name string
	// Searches says that an engine does the items, which [Options.Engine] may replace.
	Searches bool
	// Open prepares the work on a job's input, on a machine that may know nothing else of it. Its error says in one line why the work
	// cannot be done here.
	Open func(ctx context.Context, input []byte, options Options) (Work, error)
}

// Options are what a machine says of the jobs that it does.
type Options struct {
	// Engines are those that the input may name. An input comes from whoever can reach the server: what it names is looked up here only.
	Engines engine.Allowed
	// Engine, where it is not empty, is used in place of the one that the input names.
	Engine string
	// Reads opens work that is read, not done: records are checked and folded, and no engine is opened.
	Reads bool
}

// Work is a job that was opened. It is used by one goroutine at a time.
type Work interface {
	// Root returns the item that is the whole job.
	Root() string
	// Do does an item, or splits it where that takes longer than patience. An item that cannot be split takes the time it takes, and with
	// [Unlimited] patience any does.
	Do(ctx context.Context, item string, patience time.Duration) (Outcome, error)
	// Parts returns the items that a split has, in order. An error is that of a text that is no split of the item.
	Parts(item, split string) ([]string, error)
	// LeftOut returns the items that a split says come to nothing: with its parts they are the whole item.
	LeftOut(item, split string) ([]string, error)
	// Fold returns the result of an item from the results of its parts, in order: none is a result too. An error is that of a text
	// that is no result.
	Fold(item string, results []string) (string, error)
	// Value returns what people read of a result: the digits of a count.
	Value(result string) string
	// Close frees what the work holds.
	Close() error
}

// Unlimited is the patience with which no item is split.
const Unlimited time.Duration = math.MaxInt64

// Outcome is what became of an item.
type Outcome struct {
	Split  string    // how it was split, as [Work.Parts] reads it; "" where it was done
	Parts  []Outcome // what became, before patience ended, of the first of the split's parts
	Result string    // what it comes to
	// Output is what the job prints in the place of this item, in the order of items; it may be empty.
	Output []byte
}

// Record returns the record of an item. What it and its parts print is handed to keep, which returns the name under which that is kept.
func (o Outcome) Record(w Work, at Place, keep func(path string, output []byte) (name string, err error)) (r Record, err error) {
	r = Record{Item: at.Item, Split: o.Split, Result: o.Result}
	if len(o.Output) > 0 {
		if r.Output, err = keep(at.Path, o.Output); err != nil {
			return r, err
		}
	}
	if len(o.Parts) == 0 {
		return r, nil
	}
	places, err := Split(w, at, o.Split)
	if err != nil {
		return r, err
	}
	for i, part := range o.Parts {
		p, err := part.Record(w, places[i], keep)
		if err != nil {
			return r, err
		}
		r.Parts = append(r.Parts, p)
	}
	return r, nil
}

var kinds = registry.New[Kind]("kind of job")

// Register adds a kind. It panics where the name is taken, and is meant to be called at start only.
func Register(k Kind) { kinds.Register(k.Name, k) }

// Kinds returns all kinds, sorted by name.
func Kinds() []Kind { return kinds.All() }

// Lookup returns the kind of that name.
func Lookup(name string) (Kind, error) { return kinds.Lookup(name) }
