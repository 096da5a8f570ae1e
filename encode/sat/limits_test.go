package sat

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	gophersat "github.com/crillab/gophersat/solver"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/internal/memory"
)

// TestLiteralsFit checks that the literals of the largest formula survive conversion to a solver's literals and back.
func TestLiteralsFit(t *testing.T) {
	const highest = encode.Literal(formula.MaxVariables)
	for _, l := range []encode.Literal{1, -1, highest, -highest} {
		if got := giniLiteral(l).Dimacs(); got != int(l) {
			t.Errorf("%d is %d in gini", l, got)
		}
		if got := gophersat.IntToLit(int32(l)).Int(); got != int32(l) {
			t.Errorf("%d is %d in gophersat", l, got)
		}
	}
}

// TestGiniHasLimits checks that a formula with more words than gini can number is refused.
func TestGiniHasLimits(t *testing.T) {
	g := &giniSolver{}
	g.start(t.Context())
	for _, words := range []int{0, maxWords - 4} {
		g.words = words
		if g.Clause([]encode.Literal{1, 2}); g.Err() != nil {
			t.Errorf("%d words: %v", g.words, g.Err())
		}
	}
	if g.Clause([]encode.Literal{1}); g.Err() == nil || !strings.Contains(g.Err().Error(), "the limit of gini") {
		t.Errorf("%d words: error %v", g.words, g.Err())
	}
}

// TestGiniKeepsTheBudget checks that clauses are no longer stored once gini's store would exceed the memory budget.
func TestGiniKeepsTheBudget(t *testing.T) {
	const budget = 256 << 20
	ctx, stop := memory.WithBudget(t.Context(), budget)
	defer stop()
	g := &giniSolver{}
	g.start(ctx)
	clause := slices.Repeat([]encode.Literal{1}, 100)
	for i := range clause {
		clause[i] += encode.Literal(i)
	}
	for ctx.Err() == nil && g.Err() == nil {
		g.Clause(clause)
	}
	if exceeded := new(memory.ExceededError); !errors.As(context.Cause(ctx), &exceeded) {
		t.Errorf("cause %v", context.Cause(ctx))
	}
	if stored := 4 * len(*g.store); stored > budget || stored < budget/16 {
		t.Errorf("a store of %d bytes", stored)
	}
}

// TestGiniIsNotGivenTooManyVariables checks that a formula is refused if gini's recursion along chains of reasons could exceed a
// stack.
func TestGiniIsNotGivenTooManyVariables(t *testing.T) {
	for variable, refused := range map[encode.Literal]bool{maxGiniVariables: false, maxGiniVariables + 1: true} {
		g := &giniSolver{}
		g.start(t.Context())
		g.Clause([]encode.Literal{-variable})
		if err := g.Err(); (err != nil) != refused {
			t.Errorf("%d variables: error %v", variable, err)
		}
	}
}
