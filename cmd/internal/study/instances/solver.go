package instances

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"qmsat/encode/sat"
	"qmsat/internal/cputime"
	"qmsat/model/engine"
)

// Solver is an engine that looks for a solution of an instance.
type Solver struct {
	Name    string
	Command string // that must be installed; "" for solvers of this process
	Engine  string // as in --engine
}

// Solvers are all solvers. The statistics of commands are read by package sat.
var Solvers = []*Solver{
	{"gini", "", "gini"},
	{"gophersat", "", "gophersat"},
	{"cadical", "cadical", "exec:cadical"},
	{"kissat", "kissat", "exec:kissat"},
	// minisat writes its model to a file.
	{"minisat", "minisat", `exec:sh -c "minisat {} {}.model; status=\$?; tail -n +2 {}.model | sed 's/^/v /'; exit \$status"`},
	{"glucose", "glucose", "exec:glucose -model -verb=1"},
	{"picosat", "picosat", "exec:picosat -v"},
	{"cryptominisat", "cryptominisat5", "exec:cryptominisat5 --verb 1"},
	{"clasp", "clasp", "exec:clasp --stats"},
}

// Installed reports whether this machine has a solver.
func (s *Solver) Installed() bool {
	_, err := exec.LookPath(s.Command)
	return s.Command == "" || err == nil
}

// session opens an instance in the solver. No formula is simplified by other means than its encoding.
func (s *Solver) session(ctx context.Context, i *Instance) (engine.Session, error) {
	e, err := engine.Lookup(s.Engine)
	if err != nil {
		return nil, err
	}
	options := sat.EngineOptions(Encoding)
	for name, value := range map[string]string{"enumerate": "outputs", "reduced-literals": "1073741824"} {
		if slices.ContainsFunc(e.Settings, func(s *engine.Setting) bool { return s.Name == name }) {
			options[name] = value
		}
	}
	return e.Open(ctx, i.Model, options)
}

// Solve has a solver look for a solution within a limit of processor time. An error of the solver is its own; otherwise ctx has ended.
func (i *Instance) Solve(ctx context.Context, s *Solver, limit time.Duration) (c Conflicts, err error) {
	runtime.GC()
	limited, end := limitProcessor(ctx, limit, s.Command != "")
	defer end()
	children := cputime.Children()
	session, err := s.session(limited, i)
	if err == nil {
		defer session.Close()
		start := cputime.Self()
		result, failure := session.Run(limited, i.Cube, 1, nil)
		c.Outcome, err = Unsatisfiable, failure
		if err == nil && result.Count.Sign() > 0 {
			c.Outcome = Satisfiable
		}
		used := cputime.Self() - start
		if s.Command != "" {
			used = cputime.Children() - children
		}
		c.Seconds, c.Conflicts = used.Seconds(), sat.Counted(session).Conflicts
	}
	switch {
	case ctx.Err() != nil:
		return c, context.Cause(ctx)
	case limited.Err() != nil:
		c.Outcome, c.Seconds = "limit", max(c.Seconds, limit.Seconds()) // the time of a command that was killed may be lost
		return c, nil
	}
	return c, err
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
