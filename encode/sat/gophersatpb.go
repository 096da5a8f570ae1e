package sat

import (
	"context"
	"fmt"
	"math/big"

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
	Flag:    true,
}

func init() {
	register(backend{
		name:      "gophersat-pb",
		summary:   "gophersat on cardinality and pseudo-Boolean constraints, loaded anew for each puzzle",
		abilities: engine.Abilities{PseudoBoolean: true},
		settings:  []*engine.Setting{learningSetting, pieceLiterals},
		compile: func(ctx context.Context, m *model.Model, cube model.Cube, _ encode.Options, sink encode.Sink) (*encode.Map, error) {
			return encode.CompilePB(ctx, m, cube, sink.(encode.PBSink))
		},
		load: func(options engine.Options, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			g := &gophersatSolver{cuttingPlanes: learningSetting.Value(options) == learnCuttingPlanes, formula: newLinearFormula(options)}
			g.formula.pseudo = true
			return loadGophersat(g, compile)
		},
	})
}

// Constraint implements encode.PBSink. An equation is two constraints.
func (f *linearFormula) Constraint(terms []encode.Term, relation encode.Relation, bound int) error {
	err := f.atLeast(terms, bound)
	if err != nil || relation != encode.Equal {
		return err
	}
	for i := range terms {
		terms[i].Weight *= -1
	}
	return f.atLeast(terms, -bound)
}

// maxDegree is the largest degree of a constraint: gophersat keeps one less than it in 30 bits.
const maxDegree = 1 << 30

// atLeast adds the constraint that a weighted sum is at least bound, with weights as small as can be: over literals, so that
// none is negative, without those that must be true, cut to the degree, and without a common divisor.
func (f *linearFormula) atLeast(terms []encode.Term, bound int) error {
	degree, slack := big.NewInt(int64(bound)), big.NewInt(-int64(bound))
	for _, t := range terms {
		if t.Weight < 0 {
			degree.Sub(degree, big.NewInt(int64(t.Weight)))
		} else {
			slack.Add(slack, big.NewInt(int64(t.Weight)))
		}
	}
	if slack.Sign() < 0 {
		f.Clause(nil)
		return nil
	}
	var literals []encode.Literal
	var weights []int
	for _, t := range terms {
		l, w := t.Literal, t.Weight
		if w < 0 {
			l, w = -l, -w
		}
		if weight := big.NewInt(int64(w)); weight.Cmp(slack) > 0 {
			f.Clause([]encode.Literal{l})
			degree.Sub(degree, weight)
			continue
		}
		literals, weights = append(literals, l), append(weights, w)
	}
	if degree.Sign() <= 0 {
		return nil
	}
	divisor := 0
	for i, w := range weights {
		if degree.IsInt64() {
			weights[i] = int(min(int64(w), degree.Int64()))
		}
		divisor = gcd(divisor, weights[i])
	}
	for i := range weights {
		weights[i] /= divisor
	}
	least := degree.Add(degree, big.NewInt(int64(divisor-1)))
	least.Quo(least, big.NewInt(int64(divisor)))
	if least.Cmp(big.NewInt(maxDegree)) > 0 {
		return fmt.Errorf("its weights come to %v, and gophersat counts to %d: engine gini or native may take it", least, maxDegree)
	}
	f.add(literals, weights, int(least.Int64()))
	return nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
