package proof

import (
	"context"
	"fmt"
	"slices"

	"qmsat/encode"
	"qmsat/model"
)

// Refusal says why a proof is wrong.
type Refusal struct {
	Line   int // of the proof's file, or 0
	Reason string
}

// Error returns the reason and where it lies.
func (r *Refusal) Error() string {
	if r.Line == 0 {
		return "proof refused: " + r.Reason
	}
	return fmt.Sprintf("proof refused: line %d: %s", r.Line, r.Reason)
}

func refuse(line int, format string, args ...any) error {
	return &Refusal{line, fmt.Sprintf(format, args...)}
}

// Verify checks that the proof is one for the model. It compiles the model under the proof's givens, checks each solution with
// [model.Model.Check], blocks it, and then accepts the refutation step by step. A proof that is wrong is a *[Refusal]; other
// errors are the encoder's and the context's. It returns the givens for which the statement holds.
func Verify(ctx context.Context, m *model.Model, p *Proof) (model.Cube, error) {
	checker := NewChecker()
	cube, vm, err := p.Statement.recompile(ctx, m, checker)
	if err != nil {
		return nil, err
	}
	if err := p.solutions(ctx, m, cube, vm, checker); err != nil {
		return nil, err
	}
	if err := p.steps(ctx, checker); err != nil {
		return nil, err
	}
	if !checker.Refuted() {
		return nil, refuse(0, "the steps do not come down to the empty clause: there may be further solutions")
	}
	if err := p.seal.refusal(); err != nil {
		return nil, err
	}
	return cube, nil
}

func (p *Proof) solutions(ctx context.Context, m *model.Model, cube model.Cube, vm *encode.Map, checker *Checker) error {
	lines := map[string]int{}
	for i, s := range p.Solutions {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		err := m.Check(s.Values)
		if err == nil {
			err = m.CheckCube(s.Values, cube)
		}
		if err != nil {
			return refuse(s.Line, "solution %d is none: %v", i+1, err)
		}
		text := model.Assignments.FormatSolution(m, s.Values)
		if before, again := lines[text]; again {
			return refuse(s.Line, "solution %d is that of line %d again", i+1, before)
		}
		lines[text] = s.Line
		Block(checker, m, vm, s.Values)
	}
	return nil
}

// Block writes the clause that excludes the outputs of a solution.
func Block(sink encode.Sink, m *model.Model, vm *encode.Map, solution model.Assignment) {
	var clause []encode.Literal
	for _, v := range m.OutputVars() {
		switch l := vm.Literal(v, solution[v]); l {
		case encode.True:
		case encode.False:
			return // the formula excludes the solution by itself
		default:
			clause = append(clause, -l)
		}
	}
	sink.Clause(clause)
}

func (p *Proof) steps(ctx context.Context, checker *Checker) error {
	for _, s := range p.Steps {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if l, ok := p.foreign(s.Clause); ok {
			return refuse(s.Line, "literal %d, and the formula has %d variables", l, p.Formula.Variables)
		}
		if s.Delete {
			if err := checker.Delete(s.Clause); err != nil {
				return refuse(s.Line, "the clause %v to delete %v", s.Clause, err)
			}
		} else if err := checker.Lemma(s.Clause); err != nil {
			return refuse(s.Line, "the lemma %v %v", s.Clause, err)
		}
	}
	return nil
}

// foreign returns a literal of a variable that the formula does not have.
func (p *Proof) foreign(clause []encode.Literal) (encode.Literal, bool) {
	i := slices.IndexFunc(clause, func(l encode.Literal) bool { return int(max(l, -l)) > p.Formula.Variables })
	if i < 0 {
		return 0, false
	}
	return clause[i], true
}
