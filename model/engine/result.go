package engine

import (
	"context"
	"math/big"
	"slices"

	"qmsat/model"
)

// Result is what a run found.
type Result struct {
	Count    *big.Int // solutions found, that is, distinct outputs
	Outcome  Outcome
	Cause    error   // why a run was cut off, such as [context.DeadlineExceeded]
	Unlisted bool    // the engine counted without listing: yield was not called
	By       *Engine // the winner of a race; nil if it is the session's own engine
	Effort   Effort
	Best     *Best // of a run that looked for best solutions; nil if none was found
	// Unfinished is the finished part of a run that was not exhausted; nil if unknown.
	Unfinished *Unfinished
	How        string // the method that the engine chose, for people; may be empty
}

// Complete reports whether there is no further solution. Only an exhausted search shows that.
func (r Result) Complete() bool { return r.Outcome == Exhausted }

// Outcome is how a run ended.
type Outcome uint8

// The outcomes. The zero value claims nothing.
const (
	CutOff       Outcome = iota // the search was stopped; there may be further solutions
	Exhausted                   // there is no further solution
	LimitReached                // the requested number of solutions was found; there may be more
	Solved                      // an engine that may fail found a solution; there may be more
	Stuck                       // an engine that may fail knows no further step; there may be solutions
)

var outcomeNames = [...]string{"cut off", "exhausted", "limit reached", "solved", "stuck"}

// String returns the outcome in words.
func (o Outcome) String() string { return outcomeNames[o] }

// NewResult returns what a run of a complete engine found. The outcome is exhausted if the search was, limit reached at the limit
// (0: none), and cut off if ctx has ended. Otherwise yield ended it.
func NewResult(ctx context.Context, limit uint64, count *big.Int, exhausted bool, effort ...Measure) Result {
	r := Result{Count: count, Effort: effort}
	switch {
	case exhausted:
		r.Outcome = Exhausted
	case ctx.Err() == nil || limit > 0 && count.Cmp(new(big.Int).SetUint64(limit)) >= 0:
		r.Outcome = LimitReached
	default:
		r.Cause = context.Cause(ctx)
	}
	return r
}

// NewAttempt returns what a run of an engine that may fail found. With a solution it is solved, and yield is called unless nil.
// Without one (nil) it is cut off if ctx has ended, otherwise stuck.
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

// Collect returns the solutions of a session under a cube, up to a limit (0: all). It fails if the search was cut off.
func Collect(ctx context.Context, s Session, cube model.Cube, limit uint64) (list []model.Assignment, err error) {
	result, err := s.Run(ctx, cube, limit, func(a model.Assignment) bool {
		list = append(list, slices.Clone(a))
		return true
	})
	if err == nil {
		err = result.Cause
	}
	return list, err
}
