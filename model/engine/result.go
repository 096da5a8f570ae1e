package engine

import (
	"context"
	"math/big"

	"qmsat/model"
)

// Result is what a run found.
type Result struct {
	Count    *big.Int // solutions found, that is, distinct outputs
	Outcome  Outcome
	Cause    error   // of a run that was cut off: what stopped it, such as [context.DeadlineExceeded]
	Unlisted bool    // the engine counted without finding solutions: yield was not called
	By       *Engine // the engine that won a race; nil: the session's own
	Effort   Effort
	Best     *Best // of a run that looked for best solutions; nil: none was found
	// Unfinished is what a run that was not exhausted has done nevertheless; nil if nothing is known of that.
	Unfinished *Unfinished
	How        string // what the engine chose to do, for people; may be empty
}

// Complete reports whether there is no further solution: it is what only an exhausted search says.
func (r Result) Complete() bool { return r.Outcome == Exhausted }

// Outcome is how a run ended.
type Outcome uint8

// The outcomes. The zero value claims nothing.
const (
	CutOff       Outcome = iota // the search was stopped; there may be further solutions
	Exhausted                   // there is no further solution
	LimitReached                // as many solutions were found as were asked for; there may be more
	Solved                      // an engine that may fail found a solution; there may be more
	Stuck                       // an engine that may fail knows no further step; there may be solutions
)

var outcomeNames = [...]string{"cut off", "exhausted", "limit reached", "solved", "stuck"}

// String returns the outcome in words.
func (o Outcome) String() string { return outcomeNames[o] }

// NewResult returns what a run of a complete engine found. It was exhausted if the search says so; else it was cut off if ctx
// has ended, unless the limit (0: none) was reached, and what is left is that yield wanted no more.
func NewResult(ctx context.Context, limit uint64, count *big.Int, exhausted bool, effort ...Measure) Result {
	r := Result{Count: count, Effort: effort}
	switch reached := limit > 0 && count.Cmp(new(big.Int).SetUint64(limit)) >= 0; {
	case exhausted:
		r.Outcome = Exhausted
	case reached || ctx.Err() == nil:
		r.Outcome = LimitReached
	default:
		r.Cause = context.Cause(ctx)
	}
	return r
}

// NewAttempt returns what a run of an engine that may fail found: solved with a solution, which yield, unless nil, is called
// with. Without one, nil, it was cut off if ctx has ended, else it is stuck.
func NewAttempt(ctx context.Context, solution model.Assignment, yield func(model.Assignment) bool, effort ...Measure) Result {
	r := Result{Count: new(big.Int), Outcome: Stuck, Effort: effort}
	switch {
	case solution != nil:
		r.Count.SetInt64(1)
		if r.Outcome = Solved; yield != nil {
			yield(solution)
		}
	case ctx.Err() != nil:
		r.Outcome, r.Cause = CutOff, context.Cause(ctx)
	}
	return r
}
