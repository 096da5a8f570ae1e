package rules

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/generate"
)

// Finding is the result for a statement.
type Finding struct {
	Statement *Statement
	Verdict   Verdict
	Part      Extent           // the part that the verdict is based on
	Question  Question         // if proved: the question of the certificate
	Answer    *Answer          // where it is proved
	Grid      model.Assignment // if refuted: a grid that breaks it
	Time      time.Duration
}

// MineOptions define a run of [Mine].
type MineOptions struct {
	Model   *model.Model  // quasi-magic Sudoku 9×9
	Timeout time.Duration // a statement; 0: none
	// Families are the families to test, by name; nil: all. If one of them has statements under a condition, mining also tests
	// whether the condition leaves any grid.
	Families []string
	// Report takes the findings one by one. An error ends the search.
	Report func(*Finding) error
	// Progress gets the number of settled statements and the number known so far; may be nil.
	Progress func(done, total int)
}

// Searched is the verdict if native searched all grids and found none that breaks the statement, but no certificate was ready in
// time.
const Searched Verdict = "searched"

// Mine tests all statements of the catalogue (see the package's documentation) on a model. A statement that a known grid refutes
// costs nothing. One that follows from earlier true ones is not reported. Any other goes to [Prove]'s solvers, first for one box
// or one band alone if it involves no more. A refuting grid is found by one engine and checked. A proved statement has a verified
// certificate, and native does not contradict it. If the solvers do not settle a statement in time, native gets the same time
// again.
func Mine(ctx context.Context, options MineOptions) error {
	m := &miner{MineOptions: options, basis: newBasis(options.Model), images: map[string]model.Or{}}
	defer m.basis.close()
	if err := m.seed(ctx); err != nil {
		return err
	}
	never := map[int]bool{} // the digits of no centre
	plain := unconditional()
	conditional := len(plain)
	err := m.ask(ctx, plain, func(f *Finding) {
		for _, digit := range f.noCentres() {
			never[digit] = true
		}
	})
	if err != nil {
		return err
	}
	centres := slices.DeleteFunc(slices.Clone(digits), func(digit int) bool { return never[digit] })
	return m.ask(ctx, Catalogue(centres)[conditional:], func(*Finding) {})
}

// noCentres returns the digits that are never a centre.
func (f *Finding) noCentres() []int {
	if f.Verdict != Proved || f.Statement.family.name != centreFamily {
		return nil
	}
	return []int{f.Statement.values[0], dual(f.Statement.values[0])}
}

// miner is a run of [Mine].
type miner struct {
	MineOptions
	basis       *basis
	pool        []model.Assignment  // grids found, and their complements
	images      map[string]model.Or // by family and values
	done, total int
}

// seeds is how many random grids are in the pool at the start.
const seeds = 200

// seed fills the pool with random grids, the same ones each time.
func (m *miner) seed(ctx context.Context) error {
	session, err := openEngine(ctx, m.Model, confirmer, encoding)
	if err != nil {
		return err
	}
	defer session.Close()
	generator, err := generate.New(ctx, m.Model, nil, session, generate.Options{})
	if err != nil {
		return err
	}
	random := generate.NewRandom(1)
	for range seeds {
		p, err := generator.Puzzle(ctx, random)
		if err != nil {
			return err
		}
		if err := m.add(p.Solution); err != nil {
			return err
		}
	}
	return nil
}

func (m *miner) add(grid model.Assignment) error {
	if err := m.Model.Check(grid); err != nil {
		return disagreef("a grid that was found is wrong: %v", err)
	}
	m.pool = append(m.pool, grid, lists.Map(grid, dual))
	return nil
}

func (m *miner) ask(ctx context.Context, statements []*Statement, found func(*Finding)) error {
	if m.Families != nil {
		statements = slices.DeleteFunc(statements, func(s *Statement) bool { return !m.asks(s) })
	}
	m.total += len(statements)
	for _, s := range statements {
		start := time.Now()
		f, err := m.settle(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Text(), err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if m.done++; m.Progress != nil {
			m.Progress(m.done, m.total)
		}
		if f == nil {
			continue
		}
		f.Statement, f.Time = s, time.Since(start)
		found(f)
		if err := m.Report(f); err != nil {
			return err
		}
	}
	return nil
}

// asks reports whether to test a statement, if not all are tested.
func (m *miner) asks(s *Statement) bool {
	return slices.Contains(m.Families, s.Family()) || s.family.arity == 0 && slices.ContainsFunc(families, func(f family) bool {
		return slices.Contains(m.Families, f.name) && slices.Contains(f.conditions, s.condition.sort)
	})
}

// settle decides whether a statement is true. It returns nil if the known facts decide it.
func (m *miner) settle(ctx context.Context, s *Statement) (*Finding, error) {
	if grid := m.known(s); grid != nil {
		return &Finding{Verdict: Refuted, Part: Grid, Grid: grid}, nil
	}
	limited, cancel := stop.Within(ctx, m.Timeout)
	defer cancel()
	if implied, err := m.basis.implies(limited, s); implied || err != nil && limited.Err() == nil {
		return nil, err
	}
	exhausted := false
	for _, part := range s.extents(m.Model) {
		q := s.question(part.of(m.Model))
		if part == Grid {
			var grid model.Assignment
			var err error
			if grid, exhausted, err = m.glance(ctx, s); grid != nil || err != nil {
				return m.refuteUnless(err, s, grid)
			}
			limited, cancel = stop.Within(ctx, m.Timeout) // the glance does not count as the solvers' time
			defer cancel()
		}
		answer, err := q.answer(limited, false)
		switch {
		case err != nil:
			return nil, err
		case answer.Verdict == Proved:
			m.basis.add(s)
			return &Finding{Verdict: Proved, Part: part, Question: q, Answer: answer}, nil
		case answer.Verdict == Refuted && part == Grid:
			return m.refuteUnless(nil, s, answer.Grid)
		}
	}
	return m.search(ctx, s, exhausted)
}

// glanceTime is how long native first searches for a grid that breaks a statement. native starts faster than the solvers with an
// encoding for proofs, and finds a grid at once if there are many. Whether a condition leaves any grid gets a multiple of this
// time, because hundreds of statements depend on it.
const (
	glanceTime  = 2 * time.Second
	worthOfNone = 10
)

// glance returns a grid that breaks a statement, or nil if native finds none soon; exhausted says that there is none.
func (m *miner) glance(ctx context.Context, s *Statement) (grid model.Assignment, exhausted bool, err error) {
	limit := glanceTime
	if m.Timeout > 0 {
		limit = min(limit, m.Timeout)
	}
	if s.family.arity == 0 {
		limit = max(limit, worthOfNone*m.Timeout)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return m.look(limited, s)
}

// look searches with native for a grid that breaks a statement; exhausted says that there is none.
func (m *miner) look(ctx context.Context, s *Statement) (grid model.Assignment, exhausted bool, err error) {
	grid, err = subproblem{s.question(m.Model).Against(), nil}.search(ctx, confirmer)
	if ctx.Err() != nil {
		return grid, false, nil
	}
	return grid, grid == nil, err
}

// search gives native the same time again for a statement that the solvers left open, unless native is exhausted.
func (m *miner) search(ctx context.Context, s *Statement, exhausted bool) (*Finding, error) {
	limited, cancel := stop.Within(ctx, m.Timeout)
	defer cancel()
	if !exhausted {
		grid, all, err := m.look(limited, s)
		if grid != nil || err != nil {
			return m.refuteUnless(err, s, grid)
		}
		exhausted = all
	}
	if !exhausted {
		return &Finding{Verdict: Open, Part: Grid}, nil
	}
	m.basis.add(s)
	return &Finding{Verdict: Searched, Part: Grid}, nil
}

// refuteUnless puts a grid that breaks a statement into the pool, unless there is an error already.
func (m *miner) refuteUnless(err error, s *Statement, grid model.Assignment) (*Finding, error) {
	if err == nil {
		err = m.add(grid)
	}
	if err != nil {
		return nil, err
	}
	if m.known(s) == nil {
		return nil, disagreef("a grid that was found does not break the statement")
	}
	return &Finding{Verdict: Refuted, Part: Grid, Grid: grid}, nil
}

// known returns a grid of the pool that breaks the statement, or nil.
func (m *miner) known(s *Statement) model.Assignment {
	key := fmt.Sprint(s.family.name, s.values) // the denied patterns do not depend on the condition
	if m.images[key] == nil {
		m.images[key] = s.images(m.Model.Grid)
	}
	return s.refuter(m.Model.Grid, m.images[key], m.pool)
}
