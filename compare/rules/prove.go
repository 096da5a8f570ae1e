package rules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
)

// Question is whether a rule follows from a model: whether every solution of the model meets it.
type Question struct {
	Model *model.Model
	Rule  *model.Rule
}

// Against returns the model with the rule's negation. It has no solution exactly if the rule follows from the model.
func (q Question) Against() *model.Model {
	m := *q.Model
	m.Constraints = append(slices.Clip(m.Constraints), &model.Rule{Name: "not " + q.Rule.Name, Formula: model.Not{Of: q.Rule.Formula}})
	return &m
}

// Verdict is the result of a question.
type Verdict string

// The verdicts.
const (
	Proved  Verdict = "proved"  // the rule follows, with a verified certificate
	Refuted Verdict = "refuted" // it does not: a solution of the model breaks it
	Open    Verdict = "open"    // the search was stopped before it ended
)

// Answer is the answer to a question.
type Answer struct {
	Verdict Verdict
	Grid    model.Assignment // if refuted: a solution of the model that breaks the rule
	Proof   []byte           // if proved: a DRAT file that shows that Against has no solution
	Steps   int              // lemmas and deletions of the proof
	Cases   int              // how many cases needed a search, in addition to the remaining one
	// Solvers has, by name, each engine's answer about Against: "satisfiable", "unsatisfiable" or "stopped".
	Solvers map[string]string
}

// Disagreement means that solvers contradict each other, or that one of them is wrong.
type Disagreement struct{ Reason string }

// Error returns the reason.
func (d *Disagreement) Error() string { return d.Reason }

func disagreef(format string, args ...any) error {
	return &Disagreement{fmt.Sprintf(format, args...)}
}

// encoding is the encoding of the questions. Joint support clauses are the quickest measured with gophersat, which takes most of
// the time. For the case r1c2=5 of rule 2, Δ = 2, each once, in turn, on a loaded machine:
//
//	                        support   pairs   joint  triples   sets
//	steps of the certificate 15,977   8,284   5,185    5,445  3,741
//	gophersat, s                5.7     1.9     1.2      4.2    8.7
//	verifying, s                5.3     1.3     0.7      3.1    6.4
//	gini, s                     3.0     1.0     1.1      1.4    3.8
//
// Rules are written in one direction, since nothing is counted.
var encoding = encode.Options{Linear: "joint", Rules: "polarity"}

// The solvers. The first gives a quick answer. The second must confirm it, with a certificate if the rule follows.
const (
	decider   = "gini"
	certifier = sat.Refuter
)

// What a solver may say.
const (
	satisfiable   = "satisfiable"
	unsatisfiable = "unsatisfiable"
	stopped       = "stopped"
)

// Prove answers a question. It splits it into cases (see [casesOf]). Unit propagation settles some of them, and gini searches the
// others. If gini finds no solution, gophersat must find a certificate for each case; [proof.Verify] verifies the whole. If gini
// finds a solution, [model.Model.Check] checks it, and gophersat must find one too. The engine native, which knows nothing of
// formulas, is asked the same, and must not contradict (see [confirm]). Where ctx ends first, the verdict is Open. An error is a
// *[Disagreement], or an engine's failure.
func Prove(ctx context.Context, q Question) (*Answer, error) { return q.answer(ctx, true) }

// answer is Prove if twice is set. Otherwise it trusts one solver; if that refutes the rule, [model.Model.Check] checks the
// solution.
func (q Question) answer(ctx context.Context, twice bool) (*Answer, error) {
	answer := &Answer{Verdict: Open, Solvers: map[string]string{
		decider: stopped, certifier: stopped, confirmer: stopped,
	}}
	err := q.prove(ctx, answer, twice)
	if ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return answer, nil
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func (q Question) prove(ctx context.Context, answer *Answer, twice bool) error {
	c, err := newCertificate(ctx, q.Against())
	if err != nil {
		return err
	}
	cases := casesOf(ctx, c.against, q.Rule.Formula)
	if err := c.split(ctx, cases); err != nil {
		return err
	}
	answer.Cases = len(c.open)
	found, where, err := c.decide(ctx)
	switch {
	case err != nil:
		return err
	case found != nil:
		answer.Verdict, answer.Grid, answer.Solvers[decider] = Refuted, found, satisfiable
		if !twice {
			return nil
		}
		if err := refuteAgain(ctx, answer, where); err != nil {
			return err
		}
		return confirm(ctx, c.against, cases, answer, satisfiable)
	}
	answer.Solvers[decider] = unsatisfiable
	if err := confirm(ctx, c.against, cases, answer, unsatisfiable); err != nil {
		return err
	}
	if err := c.certify(ctx); err != nil {
		return err
	}
	if _, err := proof.Verify(ctx, "the certificate", bytes.NewReader(c.text.Bytes()), "drat", c.against, nil); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return disagreef("the certificate of %s is wrong: %v", certifier, err)
	}
	answer.Verdict, answer.Proof, answer.Steps, answer.Solvers[certifier] = Proved, c.text.Bytes(), c.proof.Steps, unsatisfiable
	return nil
}

// refuteAgain lets the other solver find a solution too, after the decider found one.
func refuteAgain(ctx context.Context, answer *Answer, where subproblem) error {
	second, err := where.search(ctx, certifier)
	if err != nil {
		return err
	}
	if second == nil {
		return disagreef("%s found a grid that breaks the rule, and %s says that there is none", decider, certifier)
	}
	answer.Solvers[certifier] = satisfiable
	return nil
}

// subproblem is a model under a cube.
type subproblem struct {
	model *model.Model
	cube  model.Cube
}

// search returns a checked solution, or nil if there is none. If the context ends first, the error is the context's.
func (s subproblem) search(ctx context.Context, name string) (model.Assignment, error) {
	found, _, err := searchCases(ctx, s.model, name, []model.Cube{s.cube})
	return found, err
}

// searchCases looks under one cube after the other, in one session. It returns the first solution, which was checked, and its cube.
func searchCases(ctx context.Context, m *model.Model, name string, cases []model.Cube) (model.Assignment, model.Cube, error) {
	session, err := openEngine(ctx, m, name, encoding)
	if err != nil {
		return nil, nil, err
	}
	defer session.Close()
	for _, cube := range cases {
		found, err := first(ctx, session, cube)
		if found == nil && err == nil {
			continue
		}
		if err == nil && m.Check(found) != nil {
			err = disagreef("%s found a wrong grid, or one that does not break the rule: %v", name, m.Check(found))
		}
		return found, cube, err
	}
	return nil, nil, nil
}

func openEngine(ctx context.Context, m *model.Model, name string, encoding encode.Options) (engine.Session, error) {
	return engine.Open(ctx, name, m, sat.EngineOptions(encoding))
}

// first returns the first solution under a cube, or nil if there is none.
func first(ctx context.Context, session engine.Session, cube model.Cube) (model.Assignment, error) {
	found, err := engine.Collect(ctx, session, cube, 1)
	if len(found) == 0 {
		return nil, err
	}
	return found[0], err
}

// Read reads a file of rules for a model, which stays as it is. Errors name the file.
func Read(file string, r io.Reader, m *model.Model) ([]*model.Rule, error) {
	read, err := document.ReadRules(file, r, m)
	if err != nil {
		return nil, err
	}
	list, others := model.Take[*model.Rule](read)
	if len(others) > 0 {
		return nil, fmt.Errorf("%s: found %s, expected a rule", file, model.Describe(m, others[0]))
	}
	return list, nil
}

// withRules returns a model with more rules. It shares no mutable data with the given one.
func withRules(m *model.Model, list []*model.Rule) *model.Model {
	with := *m
	with.Constraints = slices.Clone(m.Constraints)
	with.Constraints = append(with.Constraints, lists.Map(list, func(rule *model.Rule) model.Constraint { return rule })...)
	return &with
}
