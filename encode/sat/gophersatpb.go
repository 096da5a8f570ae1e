package sat

import (
	"context"
	"slices"

	gophersat "github.com/crillab/gophersat/solver"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// The ways in which gophersat-pb learns from conflicts.
const (
	learnClauses       = "clauses"
	learnCuttingPlanes = "cutting-planes"
)

// learningSetting chooses what gophersat-pb learns. gophersat's cutting planes lose solutions: of the 180 puzzles of
// testdata/quasimagic-180.txt, 46 have none by them alone, and so does the plain Sudoku
// ......7....71.9...68..7......1.6.9..84.....2.........43..2...5...8.1.6.......5..3, in which all weights are 1. What they find
// is a solution all the same; so where they find none, clause learning searches on, and has the last word. On the 180 puzzles
// that takes twice as long as clause learning alone, and on some of them cutting planes do not end.
var learningSetting = &engine.Setting{
	Name: "learning", Usage: "what pseudo-Boolean search learns; clauses confirm what cutting planes refute",
	Values:  func() []string { return []string{learnClauses, learnCuttingPlanes} },
	Default: learnClauses,
}

func init() {
	register(backend{
		name:      "gophersat-pb",
		summary:   "gophersat on cardinality and pseudo-Boolean constraints, loaded anew for each puzzle",
		abilities: engine.Abilities{PseudoBoolean: true},
		settings:  []*engine.Setting{learningSetting},
		compile: func(ctx context.Context, m *model.Model, cube model.Cube, _ encode.Choice, sink encode.Sink) (*encode.Map, error) {
			return encode.CompilePB(ctx, m, cube, sink.(encode.PBSink))
		},
		configure: func(b backend, options engine.Options) backend {
			cuttingPlanes := learningSetting.Value(options) == learnCuttingPlanes
			b.load = func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
				p := &gophersatPB{cuttingPlanes: cuttingPlanes}
				vm, err := compile(p)
				if err != nil {
					return nil, nil, err
				}
				// A constraint that always holds names the last variable, so that gophersat has room for all.
				p.add([]int{vm.Variables()}, []int{1}, 0)
				return &gophersatSolver{problem: p}, vm, nil
			}
			return b
		},
	})
}

// gophersatPB is a pseudo-Boolean problem. gophersat changes the constraints that it is given, so that each load gets copies.
type gophersatPB struct {
	constraints   []gophersat.PBConstr
	cuttingPlanes bool
}

// Clause implements encode.Sink.
func (p *gophersatPB) Clause(clause []encode.Literal) {
	p.constraints = append(p.constraints, pbClause(clause))
}

func pbClause(clause []encode.Literal) gophersat.PBConstr {
	return gophersat.PropClause(intLiterals(clause)...)
}

// Constraint implements encode.PBSink. An equation is two constraints.
func (p *gophersatPB) Constraint(terms []encode.Term, relation encode.Relation, bound int) {
	variables, weights, negated := make([]int, len(terms)), make([]int, len(terms)), make([]int, len(terms))
	for i, t := range terms {
		variables[i], weights[i], negated[i] = int(t.Literal), t.Weight, -t.Weight
	}
	p.add(slices.Clone(variables), weights, bound)
	if relation == encode.Equal {
		p.add(variables, negated, -bound)
	}
}

// add adds the constraint that a weighted sum of variables is at least bound. It takes the slices.
func (p *gophersatPB) add(variables, weights []int, bound int) {
	p.constraints = append(p.constraints, gophersat.GtEq(variables, weights, bound))
}

func (p *gophersatPB) load(more [][]encode.Literal) *gophersat.Solver {
	constraints := make([]gophersat.PBConstr, 0, len(p.constraints)+len(more))
	for _, c := range p.constraints {
		constraints = append(constraints, gophersat.PBConstr{
			Lits: slices.Clone(c.Lits), Weights: slices.Clone(c.Weights), AtLeast: c.AtLeast,
		})
	}
	for _, clause := range more {
		constraints = append(constraints, pbClause(clause))
	}
	s := gophersat.New(gophersat.ParsePBConstrs(constraints))
	s.CuttingPlanes = p.cuttingPlanes
	return s
}

func (p *gophersatPB) doubted() gophersatProblem {
	if !p.cuttingPlanes {
		return nil
	}
	return &gophersatPB{constraints: p.constraints}
}
