package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
)

// Unrelated is the name of an engine that lets qmsat choose one.
const Unrelated = "auto"

// Confirming returns the engine that a request names to confirm a result, or none. The engine must be unrelated to the first one, find
// all solutions, and meet the other demands.
func Confirming(name string, of *engine.Engine, result engine.Result, demands ...func(*engine.Engine) error) (engine.Chosen, error) {
	switch name {
	case "":
		return engine.Chosen{}, nil
	case Unrelated:
		name = unrelatedTo(of, result)
	}
	return study.Engine("confirm", name, append(demands, study.FindsAll, func(e *engine.Engine) error { return MustBeUnrelated("confirm", e, of) })...)
}

// MustBeUnrelated refuses an engine that may share faults with another one.
func MustBeUnrelated(flag string, by, of *engine.Engine) error {
	if by.Unrelated(of) {
		return nil
	}
	for _, e := range []*engine.Engine{by, of} {
		if e.Route == "" {
			return fmt.Errorf("--%s %s: engine %s names no route, expected an engine whose package is known", flag, by.Name, e.Name)
		}
	}
	return fmt.Errorf("--%s %s: related to engine %s, both use package %s; expected an unrelated engine such as %s",
		flag, by.Name, of.Name, of.Route, unrelatedTo(of, engine.Result{}))
}

// confirm lets another engine count again, up to the same limit. Unasked it does so only for counts without a list, and only for
// a short time; the confirmation is nil if that does not suffice.
func (a *searched) confirm(
	ctx context.Context, name string, of *engine.Engine, givens model.Cube, limit uint64, least time.Duration,
) (found *engine.Confirmation, err error) {
	unasked, settled := name == "", func(r engine.Result) bool { return r.Complete() || r.Outcome == engine.LimitReached }
	if !settled(a.result) || unasked && (!a.result.Unlisted || !a.Complete) {
		return nil, nil
	}
	if unasked {
		name = Unrelated
		brief, cancel := context.WithTimeout(ctx, max(least, time.Duration(a.Seconds/secondShare*float64(time.Second))))
		defer cancel()
		within, leave := memory.WithBudget(brief, memory.Budget(ctx)/2)
		defer leave()
		ctx = within
	}
	by, err := Confirming(name, of, a.result)
	if err != nil {
		return nil, BadRequest{err}
	}
	if a.Complete && a.result.Count.Cmp(new(big.Int).SetUint64(limit)) >= 0 {
		limit = 0 // all were counted nevertheless
	}
	found = engine.Confirm(ctx, by, a.model, givens, limit, nil)
	stopped := ctx.Err() != nil && !settled(found.Result)
	switch {
	case found.Refutes(a.result), errors.As(found.Err, new(*engine.MismatchError)):
	case unasked && (stopped || errors.As(found.Err, new(*engine.UnsupportedError))):
		return nil, nil
	case stopped:
		found.Err = study.Stopped("%s did not confirm the count, it reached %v: %w", by, cmp.Or(found.Count, new(big.Int)), study.Cause(ctx))
	}
	return found, verdict(a.Engine, a.result, found)
}

// verdict returns the reason why a count is not confirmed.
func verdict(of string, result engine.Result, by *engine.Confirmation) error {
	if by.Refutes(result) {
		return study.Failed(fmt.Errorf("%s counts %v, but %s counts %v", of, result.Count, by.By, by.Count))
	}
	return by.Err
}
