package job

import (
	"context"
	"math"
	"time"

	"qmsat/internal/registry"
)

// Kind is a sort of job.
type Kind struct {
	// Searches says that an engine does the items. [Options.Engine] may replace it.
	Searches bool
	// Open prepares the work on a job. The machine may know nothing of the job but its input. An error says in one line why the
	// work cannot be done here.
	Open func(ctx context.Context, input []byte, options Options) (Work, error)
}

// Options say how this machine opens a job.
type Options struct {
	// Engines are the engines that the input may name. Anybody who can reach the server can send an input, so engines are looked
	// up in this list only.
	Engines []string
	// Engine replaces the engine that the input names; "": the input's own.
	Engine string
	// Reads opens no engine: the work can check and fold records, but do no items.
	Reads bool
}

// Work is an open job. It is used by one goroutine at a time.
type Work interface {
	// Root returns the item that is the whole job.
	Root() string
	// Do does an item, or splits it if the work takes longer than splitAfter. An item that cannot be split is done, however long
	// that takes. If splitAfter is [Unlimited], the item is done. The record has the item's output as [Record.Printed]. The
	// record may be empty: see [Record.Known].
	Do(ctx context.Context, item string, splitAfter time.Duration) (Record, error)
	// Parts returns the items of a split, in order. It is an error if the text is no split of the item.
	Parts(item, split string) ([]string, error)
	// LeftOut returns the items that a split drops because their result is empty. Together with the parts they are the whole
	// item.
	LeftOut(item, split string) ([]string, error)
	// Fold returns the result of an item from the results of its parts, in order. Without parts the result is empty, such as the
	// count 0. It is an error if a text is no result.
	Fold(item string, results []string) (string, error)
	// Value returns a result as people read it, such as the digits of a count.
	Value(result string) string
	// Close frees what the work holds.
	Close() error
}

// Unlimited, as splitAfter, means that no item is split.
const Unlimited time.Duration = math.MaxInt64

// Kinds are the sorts of jobs, by name.
var Kinds = registry.New[Kind]("kind of job")
