package instances

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"qmsat/compare/certificate"
	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/encode/residual"
	"qmsat/encode/sat"
	"qmsat/internal/memory"
	"qmsat/model/engine"
	"qmsat/native/frontier"
)

// Conflicts is what a solver needed for an instance. A number of -1 is unknown.
type Conflicts struct {
	Outcome   string  `json:"outcome"` // sat, unsat, limit
	Conflicts int64   `json:"conflicts"`
	Seconds   float64 `json:"seconds"` // processor time
}

// Known is what engines found out about an instance. Its JSON form stands in the line of a manifest.
type Known struct {
	Status     string               `json:"status"`
	Count      string               `json:"count,omitempty"` // of solutions; missing if it is not known
	By         []string             `json:"by"`              // how the answer was established
	Unknown    []string             `json:"unknown,omitempty"`
	Difficulty map[string]Conflicts `json:"difficulty,omitempty"` // by solver
	Proof      []byte               `json:"-"`                    // in the DRAT format, checked
}

// DisagreementError says that an engine or a solver contradicts the answer.
type DisagreementError struct{ By, Found, Expected string }

// Error says who finds what.
func (e *DisagreementError) Error() string {
	return fmt.Sprintf("%s finds %s, expected %s", e.By, e.Found, e.Expected)
}

// mostProof is the size of the largest proof that is written, in bytes.
const mostProof = 64 << 20

// Examine has unrelated engines confirm an instance's answer. Each solver has perSolver of processor
// time, and each other question has limit; Unknown says which had too little.
// An error means that ctx has ended, or that engines disagree.
func (i *Instance) Examine(ctx context.Context, solvers []*Solver, perSolver, limit time.Duration) (*Known, error) {
	k := &Known{Status: Satisfiable, By: []string{"planted solution, checked"}, Difficulty: map[string]Conflicts{}}
	if i.Solution == nil {
		k.Status, k.By = Unsatisfiable, []string{"gini"}
	}
	for _, s := range solvers {
		c, err := i.Solve(ctx, s, perSolver)
		switch {
		case ctx.Err() != nil:
			return nil, err
		case err != nil:
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		case c.Outcome != "limit" && c.Outcome != k.Status:
			return nil, &DisagreementError{s.Name, c.Outcome, k.Status}
		}
		k.Difficulty[s.Name] = c
	}
	if err := i.count(ctx, k, limit); err != nil {
		return nil, err
	}
	if i.Solution == nil {
		return k, i.prove(ctx, k, limit)
	}
	return k, nil
}

// count has native count all solutions, or frontier, and residual confirm that.
func (i *Instance) count(ctx context.Context, k *Known, limit time.Duration) error {
	for _, name := range []string{"native", frontier.Name, residual.Name} {
		if name == frontier.Name && k.Count != "" {
			continue
		}
		e, err := engine.Lookup(name)
		if err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		options := sat.EngineOptions(encode.Options{Linear: Encoding.Linear})
		if name != residual.Name {
			options = nil
		}
		found := engine.Confirm(limited, engine.Chosen{Engine: e, Options: options}, i.Model, i.Cube, 0, nil)
		late := limited.Err() != nil
		cancel()
		switch complete := found.Err == nil && found.Complete(); {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !complete && !late && found.Err != nil:
			k.Unknown = append(k.Unknown, fmt.Sprintf("count by %s: %v", name, found.Err))
		case !complete:
			k.Unknown = append(k.Unknown, fmt.Sprintf("count by %s: not within %v", name, limit))
		case k.Count != "" && found.Count.String() != k.Count, (found.Count.Sign() == 0) != (i.Solution == nil):
			return &DisagreementError{name, found.Count.String() + " solutions", k.Status + " " + k.Count}
		default:
			k.Count = found.Count.String()
			k.By = append(k.By, "count by "+name)
		}
	}
	return nil
}

// errLarge says that a proof is too large.
var errLarge = fmt.Errorf("larger than %d MiB", mostProof>>20)

// prove writes a proof and checks it.
func (i *Instance) prove(ctx context.Context, k *Known, limit time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	text := &memory.Buffer{Most: mostProof, Full: errLarge}
	result, err := certificate.Formats["drat"].Write(limited, text, i.Model, i.Cube, sat.EngineOptions(Encoding))
	if err == nil && result.Complete() {
		var v proof.Verified
		v, err = proof.Verify(limited, "proof", bytes.NewReader(text.Bytes()), "drat", i.Model, i.Cube)
		if err == nil && v.Count.Sign() == 0 {
			k.Proof, k.By = text.Bytes(), append(k.By, "proof by gophersat, checked")
			return nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, errLarge), limited.Err() != nil:
		k.Unknown = append(k.Unknown, fmt.Sprintf("proof: not within %v and %d MiB", limit, mostProof>>20))
		return nil
	}
	return err
}
