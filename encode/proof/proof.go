package proof

import (
	"context"
	"slices"

	"qmsat/encode"
	"qmsat/model"
)

// Proof says that a model under givens has these solutions and no other.
type Proof struct {
	Statement
	Solutions []Solution
	Steps     []Step

	seal seal // of the file that it was read from
}

// Solution is a value for every variable of the model, outputs or not.
type Solution struct {
	Values model.Assignment
	Line   int // in the file, or 0
}

// Step is one step of the refutation: a lemma, which must follow from what is there, or the deletion of a clause.
type Step struct {
	Delete bool
	Clause []encode.Literal
	Line   int // in the file, or 0
}

// New returns a proof of the statement about a model under a cube that has no solutions and steps yet. Errors are those of
// [NewStatement].
func New(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options) (*Proof, error) {
	s, err := NewStatement(ctx, m, cube, encoding)
	return &Proof{Statement: s}, err
}

// AddSolution adds a copy of a solution.
func (p *Proof) AddSolution(a model.Assignment) {
	p.Solutions = append(p.Solutions, Solution{Values: slices.Clone(a)})
}

// AddLemma adds a copy of a lemma.
func (p *Proof) AddLemma(clause []encode.Literal) {
	p.Steps = append(p.Steps, Step{Clause: slices.Clone(clause)})
}

// AddDeletion adds the deletion of a copy of a clause.
func (p *Proof) AddDeletion(clause []encode.Literal) {
	p.Steps = append(p.Steps, Step{Delete: true, Clause: slices.Clone(clause)})
}
