package rules

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
)

// certificate is a proof in the making that a model has no solution. Cube and conquer (Heule, Kullmann, Wieringa and Biere, HVC
// 2011): case after case is refuted by itself. What a solver learns in a case holds there; with the literals that exclude the
// case it holds everywhere, and in the end those literals alone are left. So all cases have one proof, about the whole.
type certificate struct {
	against *model.Model
	vars    *encode.Map
	checker *proof.Checker // has the formula, and the cases that unit propagation settles
	proof   *proof.DRATWriter
	text    bytes.Buffer // what the proof writes
	open    []model.Cube // the cases that need a search
}

func newCertificate(ctx context.Context, against *model.Model) (*certificate, error) {
	c := &certificate{against: against, checker: &proof.Checker{}}
	var err error
	if c.vars, err = encode.CompileCube(ctx, against, nil, encoding, c.checker); err != nil {
		return nil, err
	}
	statement, err := proof.NewStatement(ctx, against, nil, encoding)
	c.proof = proof.NewDRATWriter(&c.text, statement)
	return c, err
}

// maxOpen bounds the number of searched cases if longer cubes would give more.
const maxOpen = 256

// split excludes the cases that unit propagation settles, or the first givens of which it settles, and keeps the others. Where
// these are too many, they lose their last givens.
func (c *certificate) split(ctx context.Context, cases []model.Cube) error {
	for {
		c.open = nil
		for _, cube := range cases {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if !c.checker.Refuted() && !c.settled(cube) {
				c.open = append(c.open, cube)
			}
		}
		length := 0
		for _, cube := range c.open {
			length = max(length, len(cube))
		}
		if len(c.open) <= maxOpen || length <= 1 {
			return nil
		}
		cases = cut(c.open, length-1)
	}
}

func (c *certificate) settled(cube model.Cube) bool {
	for end := 1; end <= len(cube); end++ {
		lemma := c.exclude(cube[:end])
		if c.checker.Lemma(lemma) == nil {
			c.proof.Lemma(lemma)
			return true
		}
	}
	return false
}

// exclude returns the clause that says that not all of the givens are met.
func (c *certificate) exclude(cube model.Cube) []encode.Literal {
	literals, _ := c.vars.Cube(cube) // whose values are of the domains
	for i, l := range literals {
		literals[i] = -l
	}
	return literals
}

func (c *certificate) without(cubes []model.Cube) *model.Model {
	m := *c.against
	m.Constraints = slices.Clip(m.Constraints)
	for _, cube := range cubes {
		all := model.And(lists.Map(cube, func(g model.Given) model.Formula { return model.Is(g.Var, g.Value) }))
		m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Not{Of: all}})
	}
	return &m
}

// decide lets the decider search the open cases, and then outside of them. It returns the first solution, and where it was found.
func (c *certificate) decide(ctx context.Context) (found model.Assignment, where subproblem, err error) {
	found, cube, err := searchCases(ctx, c.against, decider, c.open)
	if found != nil || err != nil {
		return found, subproblem{c.against, cube}, err
	}
	where.model = c.without(c.open)
	found, err = where.search(ctx, decider)
	return found, where, err
}

// certify adds the refutation of the open cases, each with those before it excluded, and of what is outside of them, and ends
// the proof.
func (c *certificate) certify(ctx context.Context) error {
	for i, cube := range c.open {
		if err := c.refute(ctx, subproblem{c.without(c.open[:i]), cube}); err != nil {
			return err
		}
	}
	if err := c.refute(ctx, subproblem{c.without(c.open), nil}); err != nil {
		return err
	}
	return c.proof.End()
}

func (c *certificate) refute(ctx context.Context, s subproblem) error {
	excluded := c.exclude(s.cube)
	var lemmas [][]encode.Literal
	result, err := sat.Refute(ctx, s.model, s.cube, encoding, func(lemma []encode.Literal) {
		lemmas = append(lemmas, slices.Concat(lemma, excluded))
	})
	switch {
	case err != nil:
		return err
	case result.Count.Sign() > 0:
		return disagreef("%s finds a grid that breaks the rule, and %s says that there is none", certifier, decider)
	case !result.Complete():
		return cmp.Or(result.Cause, context.Cause(ctx))
	}
	for _, lemma := range lemmas {
		c.proof.Lemma(lemma)
	}
	for _, lemma := range lemmas[:len(lemmas)-1] {
		c.proof.Delete(lemma) // the last one, which excludes the case, says more
	}
	return nil
}
