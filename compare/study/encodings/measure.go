package encodings

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"runtime"
	"time"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/encode/sat"
	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/engine"
)

// The limits of formulas: longer ones are not run; on longer ones, failed literals are not looked for.
const (
	maxLiterals    = 40_000_000
	failedLiterals = 400_000
)

var errLong = fmt.Errorf("the formula has more than %d literals", maxLiterals)

// digest is a sink that measures and hashes a formula, and propagates.
type digest struct {
	propagate.Propagator
	hash              hash.Hash64
	clauses, literals int64
	buffer            []byte
}

func (d *digest) Clause(clause []encode.Literal) {
	d.clauses++
	d.literals += int64(len(clause))
	d.buffer = d.buffer[:0]
	for _, l := range clause {
		d.buffer = binary.LittleEndian.AppendUint32(d.buffer, uint32(l))
	}
	d.hash.Write(binary.LittleEndian.AppendUint32(d.buffer, 0))
	if d.literals <= maxLiterals {
		d.Propagator.Clause(clause)
	}
}

// Err implements [encode.LimitedSink].
func (d *digest) Err() error {
	if d.literals > maxLiterals {
		return errLong
	}
	return d.Propagator.Err()
}

// Formula measures the formula of an instance.
func Formula(ctx context.Context, family string, i Instance, encoding encode.Options) (Record, error) {
	r := Record{Family: family, Instance: i.Name, Encoding: nameOf(encoding)}
	start := cputime.Self()
	d := &digest{hash: fnv.New64a()}
	vm, err := encode.CompileCube(ctx, i.Model, i.Cube, encoding, d)
	switch {
	case ctx.Err() != nil:
		return r, context.Cause(ctx)
	case err != nil:
		r.Fault = err.Error()
		return r, nil
	}
	r.Variables, r.Clauses, r.Literals = vm.Variables(), d.clauses, d.literals
	r.Hash = fmt.Sprintf("%016x", d.hash.Sum64())
	open := d.open(i.Model, vm)
	r.Open = &open
	if d.literals <= failedLiterals {
		d.FailedLiterals(ctx, vm.ModelVariables())
		failed := d.open(i.Model, vm)
		r.Failed = &failed
	}
	r.Seconds = (cputime.Self() - start).Seconds()
	if ctx.Err() != nil {
		return r, context.Cause(ctx)
	}
	return r, nil
}

// open counts the values, by their literals, that are neither true nor false, or returns −1 after a contradiction.
func (d *digest) open(m *model.Model, vm *encode.Map) (n int) {
	if !d.Consistent() {
		return -1
	}
	for v := range m.Variables {
		if vm.Fixed(model.Var(v)) {
			continue
		}
		for _, l := range vm.Literals(model.Var(v)) {
			if d.Value(l) == 0 {
				n++
			}
		}
	}
	return n
}

// Run has a solver do the task of a record on its instance, and fills in the rest. Limit bounds the processor time. An error means
// that ctx has ended; the solver's own are in the record.
func Run(ctx context.Context, r Record, i Instance, encoding encode.Options, s *Solver, limit time.Duration) (Record, error) {
	r.Limit = limit.Seconds()
	e, options, err := s.chosen(encoding)
	if err != nil {
		return r, err
	}
	runtime.GC()
	limited, end := limitProcessor(ctx, limit, s.Command != "")
	defer end()
	d := &descent{engine: e, options: options}
	outcome, err := d.run(limited, i, r.Task)
	used := d.used
	if s.Command != "" {
		used = cputime.Children() - d.children
	}
	r.Seconds, r.Conflicts, r.Propagations = used.Seconds(), d.counters.Conflicts, d.counters.Propagations
	switch {
	case ctx.Err() != nil:
		return r, context.Cause(ctx)
	case limited.Err() != nil:
		outcome = "limit"
		r.Seconds = max(r.Seconds, r.Limit) // the time of a command that was killed may be lost
	case err != nil:
		outcome, r.Fault = "fault", err.Error()
	}
	r.Outcome = outcome
	return r, nil
}

// descent is a task in one session, or for the optimum in several.
type descent struct {
	engine   *engine.Engine
	options  engine.Options
	counters sat.Counters
	used     time.Duration // processor time of this process in searches
	children time.Duration // processor time of commands before the first search
}

// counted is a session whose counters and times are added up.
type counted struct {
	engine.Session
	*descent
}

func (c counted) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (engine.Result, error) {
	start := cputime.Self()
	result, err := c.Session.Run(ctx, cube, limit, yield)
	c.used += cputime.Self() - start
	now := sat.Counted(c.Session)
	c.counters.Conflicts = sum(c.counters.Conflicts, now.Conflicts)
	c.counters.Propagations = sum(c.counters.Propagations, now.Propagations)
	return result, err
}

// sum adds counters; −1 is unknown.
func sum(a, b int64) int64 {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b
}

func (d *descent) open(ctx context.Context, m *model.Model) (engine.Session, error) {
	session, err := d.engine.Open(ctx, m, d.options)
	return counted{session, d}, err
}

// run returns the outcome in a word. Answers of all solvers are the same word.
func (d *descent) run(ctx context.Context, i Instance, task Task) (string, error) {
	d.children = cputime.Children()
	session, err := d.open(ctx, i.Model)
	if err != nil {
		return "", err
	}
	defer session.Close()
	if task == Optimum {
		best := 0
		result, err := engine.Optimize(ctx, session, i.Model, d.open, i.Cube, func(_ model.Assignment, value int) bool {
			best = value
			return true
		})
		if err == nil && !result.Complete() {
			err = errors.New("the descent did not end")
		}
		return fmt.Sprintf("best %d", best), err
	}
	result, err := session.Run(ctx, i.Cube, task.limit(), nil)
	if err == nil && task.limit() == 0 && !result.Complete() {
		err = errors.New("the search did not end")
	}
	found := result.Count.Uint64()
	switch {
	case task.limit() == 0:
		return fmt.Sprintf("all %v", result.Count), err
	case found == 0:
		return "unsat", err
	case task != Unique:
		return "sat", err
	case found == 1:
		return "unique", err
	}
	return "several", err
}

var errProcessor = errors.New("the limit of processor time")

// watchInterval is the time between two looks at the processor time of a run.
const watchInterval = 50 * time.Millisecond

// limitProcessor returns a context that ends once this process, or its commands, have used so much processor time.
func limitProcessor(ctx context.Context, limit time.Duration, command bool) (context.Context, func()) {
	limited, cancel := context.WithCancelCause(ctx)
	used := cputime.Self
	if command {
		used = func() time.Duration { return cputime.Children() + cputime.Running() }
	}
	start := used()
	go func() {
		ticker := time.NewTicker(watchInterval)
		defer ticker.Stop()
		for {
			select {
			case <-limited.Done():
				return
			case <-ticker.C:
				if used()-start > limit {
					cancel(errProcessor)
				}
			}
		}
	}()
	return limited, func() { cancel(nil) }
}
