package sat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"qmsat/encode"
	"qmsat/encode/answer"
	"qmsat/encode/formula"
	"qmsat/encode/program"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// execLPPrefix begins the names of engines that are commands for integer programs.
const execLPPrefix = "exec-lp:"

func init() {
	engine.RegisterFamily(engine.Family{
		Prefix:  execLPPrefix,
		Form:    execLPPrefix + "COMMAND",
		Summary: "a solver of integer programs on this machine, by LP or MPS files",
		Make:    makeExecLP,
	})
}

// makeExecLP returns the engine that runs a command once for each solution, with earlier solutions excluded by rows, and once
// more to find that there is no other. The command gets the name of an LP file in place of each {}, of an MPS file in place of
// each {mps}, or of an LP file as its last argument. The answer is in the file named by {solution}, or else on standard output;
// for the forms see [answer.ReadProgram]. No objective is written: any solution will do.
//
// These solvers compute in floating point. The model checks their solutions, but nothing checks the claim that there are no
// others.
func makeExecLP(name string) (*engine.Engine, error) {
	words, err := commandOf(name, execLPPrefix, "cbc {} solve solution {solution}")
	if err != nil {
		return nil, err
	}
	asked := strings.Join(words, " ")
	mps := strings.Contains(asked, mpsPlaceholder)
	if mps && strings.Contains(asked, programPlaceholder) {
		return nil, fmt.Errorf("engine %s: found %s and %s, expected one of them", name, programPlaceholder, mpsPlaceholder)
	}
	return commandEngine(words, backend{
		name:      name,
		abilities: engine.Abilities{PseudoBoolean: true},
		settings:  []*engine.Setting{implied.Setting},
		compile: func(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink encode.Sink) (*encode.Map, error) {
			memory.Growing(ctx, "the rows of the integer program")
			return program.Compile(ctx, m, cube, encoding, sink.(formula.PBSink))
		},
		load: func(_ context.Context, _ *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			s := &execLPSolver{command: command{words: words}, mps: mps, program: &program.Program{}}
			var err error
			s.program.Map, err = compile(s.program)
			s.rows = s.program.Rows()
			return s, s.program.Map, err
		},
	}), nil
}

// execLPSolver keeps an integer program. Each round adds rows to it.
type execLPSolver struct {
	command
	mps     bool // the command reads MPS, not LP
	program *program.Program
	names   []string // of its columns, once needed to read an answer
	rows    int      // of the model
}

// Begin implements solver.
func (s *execLPSolver) Begin(cube []encode.Literal) {
	s.program.Truncate(s.rows)
	s.solves = 0
	for _, l := range cube {
		s.Block([]encode.Literal{l})
	}
}

// Block implements solver.
func (s *execLPSolver) Block(clause []encode.Literal) { s.program.Clause(clause) }

// Solve implements solver.
func (s *execLPSolver) Solve(ctx context.Context) (status, error) { return s.solve(ctx, s.ask) }

// ask writes the files that the command names, runs it, and reads its answer.
func (s *execLPSolver) ask(ctx context.Context) (status, error) {
	if err := s.makeFolder(); err != nil {
		return unknown, err
	}
	write, placeholder, program := s.program.WriteLP, programPlaceholder, s.path("program.lp")
	if s.mps {
		write, placeholder, program = s.program.WriteMPS, mpsPlaceholder, s.path("program.mps")
	}
	if err := writeTo(program, func(w io.Writer) error { return write(ctx, w) }); err != nil {
		return unknown, err
	}
	p := s.process(placeholder, program)
	ended, err := p.run(ctx)
	switch {
	case err != nil:
		return unknown, err
	case ended < 0:
		return unknown, p.failure("was killed by a signal")
	case ended != exitNone:
		return unknown, p.failure(fmt.Sprintf("ended with exit status %d, expected 0", ended))
	}
	return s.read(ctx, p)
}

// read reads the answer of a process.
func (s *execLPSolver) read(ctx context.Context, p *process) (status, error) {
	file, err := p.open()
	if err != nil {
		return unknown, err
	}
	defer file.Close()
	if s.names == nil {
		names := s.program.ColumnNames(ctx)
		if ctx.Err() != nil {
			return unknown, context.Cause(ctx) // the list may be cut off
		}
		s.names = names
	}
	answer, err := answer.ReadProgram("answer of "+p.words[0], stop.Reader(ctx, file), s.names)
	switch {
	case err != nil:
		return unknown, err
	case answer.Unsatisfiable:
		return unsatisfiable, nil
	case !answer.Satisfiable:
		return unknown, p.failure("gave no answer, expected an optimal solution, or that the program is infeasible")
	}
	return s.found(answer.Models[0]), nil
}

// writeTo makes a file.
func writeTo(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	err = write(file)
	return errors.Join(err, file.Close())
}

// End implements solver.
func (s *execLPSolver) End() { s.removeFolder() }
