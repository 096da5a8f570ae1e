package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"slices"
	"strings"

	"qmsat/encode"
	"qmsat/encode/answer"
	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/engine"
)

// execPrefix begins the names of engines that are commands.
const execPrefix = "exec:"

func init() {
	engine.RegisterFamily(engine.Family{
		Prefix:  execPrefix,
		Form:    execPrefix + "COMMAND",
		Summary: "a SAT solver or model counter on this machine, by DIMACS CNF files",
		Make:    makeExec,
	})
}

// makeExec returns the engine that runs a command. The command gets the name of a DIMACS CNF file in place of each {}, or as its
// last argument. A SAT solver exits with 10 or 20 or prints s lines, and prints its model in v lines. A command with {solution}
// writes its answer to that file, as minisat does. The command runs once for each solution, with earlier solutions blocked by
// clauses, and once more to find that there is no other. A model counter prints "c s exact arb int N", "s mc N" or "s pmc N". It
// runs once, and lists no solutions.
func makeExec(name string) (*engine.Engine, error) {
	words, err := commandOf(name, execPrefix, "cadical -q")
	if err != nil {
		return nil, err
	}
	return commandEngine(words, backend{
		name: name,
		load: func(_ context.Context, _ *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			s := &execSolver{command: command{words: words}}
			var err error
			s.vars, err = compile(s)
			return s, s.vars, err
		},
	}), nil
}

// commandEngine makes the engine of a backend that runs a command.
func commandEngine(words []string, b backend) *engine.Engine {
	b.summary = "this command"
	b.abilities = engine.Abilities{Concurrent: true, PseudoBoolean: b.abilities.PseudoBoolean}
	b.strategy = "outputs" // one round: a counter is asked once, for the whole cube
	e := b.engine()
	open := e.Open
	e.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, engine.Unsupported(b.name, "%w", err)
		}
		s, err := open(ctx, m, options)
		if err != nil {
			return nil, err
		}
		return &execSession{s.(*session)}, nil
	}
	return e
}

// execSession is a session whose solver is not trusted. It may count instead of solving, repeat solutions, or be wrong.
type execSession struct{ *session }

func (s *execSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	var wrong error
	listed := map[string]bool{}
	result, err := s.session.Run(ctx, cube, limit, func(a model.Assignment) bool {
		text := model.Assignments.FormatSolution(s.model, a)
		wrong = cmp.Or(s.model.Check(a), s.model.CheckCube(a, cube))
		if wrong == nil && listed[text] {
			wrong = errors.New("it was found before, and is excluded by a clause")
		}
		if wrong != nil {
			wrong = engine.Failed(s.backend.name, fmt.Errorf("its answer is not a solution: %w", wrong))
			return false
		}
		listed[text] = true
		return yield == nil || yield(a)
	})
	if wrong != nil {
		result.Count.Sub(result.Count, big.NewInt(1))
		return result, wrong
	}
	var counted *counted
	if !errors.As(err, &counted) {
		return result, err
	}
	most := new(big.Int).SetUint64(limit)
	exhausted := limit == 0 || counted.models.Cmp(most) < 0
	if !exhausted {
		counted.models = most
	}
	result = engine.NewResult(ctx, limit, counted.models, exhausted, result.Effort...)
	result.Unlisted = true
	return result, nil
}

// counted is the error that ends a search if the solver turns out to be a counter.
type counted struct{ models *big.Int }

func (c *counted) Error() string { return fmt.Sprintf("the command counts: %v models", c.models) }

// execSolver keeps the text of a formula. In each round it writes a file and appends the round's clauses.
type execSolver struct {
	command
	vars    *encode.Map
	body    [][]byte // the formula's clauses, in pieces of about pieceSize bytes
	clauses int64    // of the formula

	file    *os.File // the formula and the round's clauses so far
	added   []byte   // clauses of the round not yet in the file
	present int64    // clauses of the formula and the round in the file
}

// pieceSize is the number of bytes of a formula that are kept, and written, together.
const pieceSize = 1 << 20

func (s *execSolver) Clause(clause []encode.Literal) {
	last := len(s.body) - 1
	if last < 0 || len(s.body[last]) >= pieceSize {
		s.body = append(s.body, make([]byte, 0, pieceSize+pieceSize/8))
		last++
	}
	s.body[last] = formula.AppendClause(s.body[last], clause)
	s.clauses++
}

func (s *execSolver) Begin(cube []encode.Literal) {
	s.present, s.added, s.solves = s.clauses, s.added[:0], 0
	for _, l := range cube {
		s.Block([]encode.Literal{l})
	}
}

func (s *execSolver) Block(clause []encode.Literal) {
	s.added = formula.AppendClause(s.added, clause)
	s.present++
}

// headerSize is the length of a formula file's beginning: a comment as padding, and the line p cnf. It is rewritten when clauses
// are added.
const headerSize = 64

func (s *execSolver) header() string {
	problem := fmt.Sprintf("p cnf %d %d\n", s.vars.Variables(), s.present)
	return "c" + strings.Repeat(" ", headerSize-len("c\n")-len(problem)) + "\n" + problem
}

// write brings the file up to date. If ctx ends first, the file is unusable.
func (s *execSolver) write(ctx context.Context) error {
	pieces := [][]byte{s.added}
	if s.file == nil {
		err := s.makeFolder()
		if err != nil {
			return err
		}
		if s.file, err = os.Create(s.path("formula.cnf")); err != nil {
			return err
		}
		pieces = slices.Concat([][]byte{[]byte(s.header() + s.vars.Counting())}, s.body, pieces)
	}
	for _, piece := range pieces {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := s.file.Write(piece); err != nil {
			return err
		}
	}
	s.added = s.added[:0]
	_, err := s.file.WriteAt([]byte(s.header()), 0)
	return err
}

func (s *execSolver) Solve(ctx context.Context) (status, error) { return s.solve(ctx, s.ask) }

// ask runs the command on the formula and the round's clauses.
func (s *execSolver) ask(ctx context.Context) (status, error) {
	if err := s.write(ctx); err != nil {
		return unknown, err
	}
	p := s.process(programPlaceholder, s.file.Name())
	ended, err := p.run(ctx)
	s.count(p)
	if err != nil {
		return unknown, err
	}
	answer, err := p.answer(ctx, ended)
	if err != nil {
		return unknown, err
	}
	return s.take(answer)
}

// take turns an answer into a status, and keeps its model.
func (s *execSolver) take(answer *answer.Answer) (status, error) {
	switch {
	case answer.Count != nil && s.vars.Projected() && !answer.Projected:
		return unknown, fmt.Errorf("it counts %v models, but does not say that it projected them on the variables of \"c p show\","+
			" which this encoding needs: expected \"c s type pmc\" or \"s pmc N\"", answer.Count)
	case answer.Count != nil:
		return unknown, &counted{answer.Count}
	case answer.Unsatisfiable:
		return unsatisfiable, nil
	case len(answer.Models) == 0:
		return unknown, errors.New("it finds the formula satisfiable, but prints no model in v lines (if it writes one to a file, name that file {solution})")
	}
	return s.found(answer.Models[0]), nil
}

// End implements solver: it removes the round's files.
func (s *execSolver) End() {
	if s.file != nil {
		_ = s.file.Close()
	}
	s.removeFolder()
	s.file = nil
}
