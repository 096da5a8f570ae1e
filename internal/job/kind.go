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
	// Searches says that an engine does the items, which [Options.Engine] may replace.
	Searches bool
	// Open prepares the work on a job's input, on a machine that may know nothing else of it. Its error says in one line why the work
	// cannot be done here.
	Open func(ctx context.Context, input []byte, options Options) (Work, error)
}

// Options are what a machine says of the jobs that it does.
type Options struct {
	// Engines are those that the input may name. An input comes from whoever can reach the server: what it names is looked up
	// here only.
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
	// Do does an item, or splits it if that takes longer than splitAfter. An item that cannot be split takes longer. If splitAfter
	// is [Unlimited], no item is split. Its record says what it prints as [Record.Printed]. Nothing may be known of it:
	// [Record.Known].
	Do(ctx context.Context, item string, splitAfter time.Duration) (Record, error)
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

// Unlimited is the value of splitAfter for which no item is split.
const Unlimited time.Duration = math.MaxInt64

// Kinds are the sorts of jobs, by name.
var Kinds = registry.New[Kind]("kind of job")
