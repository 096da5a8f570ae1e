package crosscheck

import (
	"context"
	"errors"
	"slices"
	"time"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
)

// Case is a model with cubes, and its contenders. Each contender runs the cubes in one session, in an order drawn by the seed.
type Case struct {
	Model      *model.Model
	Cubes      []model.Cube
	Limit      uint64 // solutions per cube and contender; 0 for all
	Seed       uint64 // of the order
	Contenders []compare.Contender
}

// Fault is an error of a contender.
type Fault struct {
	Reason string
	Err    error // of an engine that failed; nil if its result is wrong
	// Contenders are the faulty one and, if the two differ, the one that it was compared with.
	Contenders []compare.Contender
}

// run compares the contenders. Those whose engines do not take the model are left out, and counted.
func (c *Case) run(ctx context.Context, timeout time.Duration) (report *compare.Report, refused int, fault *Fault) {
	contenders := c.Contenders
	puzzles := make([]model.Puzzle, len(c.Cubes))
	for i, cube := range c.Cubes {
		puzzles[i].Cube = cube
	}
	for {
		report, err := compare.Run(ctx, compare.Config{
			Model: c.Model, Contenders: contenders, Limit: c.Limit, Timeout: timeout, Seed: c.Seed,
		}, puzzles)
		who, err := failedBy(report, err)
		switch {
		case err == nil:
			return report, refused, faultOf(report)
		case !errors.As(err, new(*engine.UnsupportedError)):
			return nil, refused, &Fault{Reason: err.Error(), Err: err, Contenders: contenders[who : who+1]}
		}
		refused++
		contenders = slices.Delete(slices.Clone(contenders), who, who+1)
	}
}

// failedBy returns the contender that could not be opened, or that does not take a cube, with the reason.
func failedBy(report *compare.Report, err error) (who int, reason error) {
	if failed := new(compare.OpenError); errors.As(err, &failed) {
		return failed.Contender, err
	}
	for _, f := range report.Failures {
		if errors.As(f.Err, new(*engine.UnsupportedError)) {
			return f.Contender, f.Err
		}
	}
	return 0, nil
}

// faultOf returns the smallest failure of a report, or nil if there is none.
func faultOf(report *compare.Report) *Fault {
	f, failed := report.Smallest()
	if !failed {
		return nil
	}
	fault := &Fault{Reason: f.Label + ": " + f.Reason, Err: f.Err, Contenders: []compare.Contender{report.Rows[f.Contender].Contender}}
	if f.Against >= 0 {
		fault.Contenders = append(fault.Contenders, report.Rows[f.Against].Contender)
	}
	return fault
}

// Fault runs the case and returns its fault, or nil. A run beyond the timeout is ignored.
func (c *Case) Fault(ctx context.Context, timeout time.Duration) *Fault {
	_, _, fault := c.run(ctx, timeout)
	return fault
}
