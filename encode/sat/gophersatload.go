package sat

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	gophersat "github.com/crillab/gophersat/solver"

	"qmsat/encode"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// loadedGophersat is a gophersat that holds a formula without the variables that a cube fixes. The open variables are numbered
// from 1.
type loadedGophersat struct {
	fixed         partialAssignment
	contradiction bool             // the cube leaves no solution, so there is no solver
	variables     []encode.Literal // by gophersat's number minus 1
	numbers       []int32          // by variable of the formula: gophersat's number, or 0

	problem gophersat.Problem
	memory  *withdrawable // of the problem's assignment, which gophersat reads in every step
	solver  *gophersat.Solver
	blocked int             // number of the round's clauses that it has
	room    []gophersat.Lit // for the literals of further clauses
}

// gophersatBytes is gophersat's memory for a variable without clauses.
const gophersatBytes = 272

func newLoadedGophersat(ctx context.Context, fixed partialAssignment, consistent bool) (*loadedGophersat, error) {
	s := &loadedGophersat{fixed: fixed, contradiction: !consistent}
	if !consistent {
		return s, nil
	}
	s.numbers = make([]int32, len(fixed))
	for v := range encode.Literal(len(fixed)) {
		if v > 0 && fixed[v] == 0 {
			s.variables = append(s.variables, v)
			s.numbers[v] = int32(len(s.variables))
		}
	}
	if err := memory.Ask(ctx, "the variables of gophersat", gophersatBytes*int64(len(s.variables))); err != nil {
		return nil, err
	}
	var err error
	s.problem.NbVars = len(s.variables)
	s.memory, s.problem.Model, err = withdrawableSlice(s.problem.Model, len(s.variables))
	return s, err
}

// loadWork is what a literal that is loaded counts as work.
const loadWork = 10

// load makes the solver of a formula without fixed variables. It adds one constraint after the other, until ctx ends. Each addition
// reads the assignment and so can be stopped, unlike gophersat's way to load a whole problem.
func (s *loadedGophersat) load(ctx context.Context, f *linearFormula) {
	s.solver = gophersat.New(&s.problem)
	watch := stop.NewWatch(ctx)
	for _, p := range f.pieces {
		start := int32(0)
		for c, end := range p.ends {
			if watch.Over(int(end-start)*loadWork) != nil {
				return
			}
			literals := s.translate(p.literals[start:end])
			if f.pseudo {
				weights := append([]int(nil), p.weights[start:end]...)
				s.solver.AppendClause(gophersat.NewPBClause(literals, weights, p.degrees[c]))
			} else {
				s.solver.AppendClause(gophersat.NewClause(literals))
			}
			start = end
		}
	}
}

// moved reports an error if gophersat's assignment has left the withdrawable memory by an append: nothing would stop its search.
func (s *loadedGophersat) moved() error {
	if s.solver != nil && !s.memory.holds(reflect.ValueOf(s.solver).Elem().FieldByName("model")) {
		return errors.New("it moved its assignment, so its search cannot be stopped")
	}
	return nil
}

// block adds the round's new clauses.
func (s *loadedGophersat) block(clauses [][]encode.Literal) {
	var open []encode.Literal
next:
	for _, clause := range clauses[s.blocked:] {
		s.blocked++
		open = open[:0]
		for _, l := range clause {
			switch s.fixed.value(l) {
			case 1:
				continue next
			case 0:
				open = append(open, l)
			}
		}
		s.solver.AppendClause(gophersat.NewClause(s.translate(open)))
	}
}

// translate returns open literals of the formula as gophersat's, in new memory.
func (s *loadedGophersat) translate(literals []encode.Literal) []gophersat.Lit {
	n := len(literals)
	if len(s.room) < n {
		s.room = make([]gophersat.Lit, max(n, 1<<10))
	}
	translated := s.room[:n:n]
	s.room = s.room[n:]
	for i, l := range literals {
		if l < 0 {
			translated[i] = gophersat.IntToLit(-s.numbers[-l])
		} else {
			translated[i] = gophersat.IntToLit(s.numbers[l])
		}
	}
	return translated
}

// Refuter is the engine of [Refute].
const Refuter = "gophersat"

// Refute has gophersat count the solutions of a model under a cube. It calls lemma with each clause that gophersat learns; the
// clause is valid only during the call. If the result is complete and has no solutions, each lemma follows by unit propagation
// from earlier lemmas and the formula of [encode.CompileCube], and the last lemma is empty. If unit propagation refutes the
// formula while gophersat loads it, there are no lemmas, and only the empty clause is missing.
func Refute(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, lemma func([]encode.Literal)) (engine.Result, error) {
	refuted := false
	certifying := backend{
		name:     Refuter,
		strategy: "outputs", // one round
		load: func(_ context.Context, l *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			return loadGophersat(&gophersatSolver{formula: linearFormula{size: l.PieceLiterals}, lemma: func(clause []encode.Literal) {
				refuted = refuted || len(clause) == 0
				lemma(clause)
			}}, compile)
		},
	}
	s := &session{backend: certifying, model: m, encoding: encoding, limits: engine.LimitsOf[limits](nil), strategy: strategies.Entries[certifying.strategy]}
	result, err := s.Run(ctx, cube, 0, func(model.Assignment) bool { return true })
	if err == nil && result.Complete() && !refuted {
		lemma(nil)
	}
	return result, err
}

// certified searches, and passes on the clauses that the solver learns meanwhile if they are asked for. Where memory cannot be taken
// away, the end of ctx closes the channel of the clauses, so that gophersat panics at its next conflict.
func (s *loadedGophersat) certified(ctx context.Context, lemma func([]encode.Literal)) (found gophersat.Status, err error) {
	lines := make(chan string, 1<<8)
	end := sync.OnceFunc(func() { close(lines) })
	if !canProtect {
		defer context.AfterFunc(ctx, end)()
	}
	passed := make(chan error)
	go func() {
		var failed error
		for line := range lines {
			if lemma == nil || failed != nil {
				continue
			}
			var clause []encode.Literal
			if clause, failed = s.parseLemma(line); failed == nil {
				lemma(clause)
			}
		}
		passed <- failed
	}()
	defer func() { // even if the search panics
		end()
		err = <-passed
	}()
	s.solver.Certified, s.solver.CertChan = true, lines
	return s.solver.Solve(), nil
}

// parseLemma reads a line of gophersat's certificate: literals and a 0.
func (s *loadedGophersat) parseLemma(line string) ([]encode.Literal, error) {
	text, ended := strings.CutSuffix(line, "0")
	if !ended {
		return nil, fmt.Errorf("gophersat certifies %q, expected literals and 0", line)
	}
	lemma := []encode.Literal{}
	for word := range strings.FieldsSeq(text) {
		l, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("gophersat certifies %q: %w", line, err)
		}
		if l < 0 {
			lemma = append(lemma, -s.variables[-l-1])
		} else {
			lemma = append(lemma, s.variables[l-1])
		}
	}
	return lemma, nil
}
