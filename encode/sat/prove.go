package sat

import (
	"context"
	"fmt"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// Prover finds all solutions of a model under a cube, and the clauses by which unit propagation shows that there are no
// others: each follows from the formula that [encode.CompileCube] writes, the clauses that block the solutions' outputs, and
// those before it; the last one is empty. It calls solution with each solution, which is valid only during the call, and
// lemma with each clause. Only a complete result is proved.
type Prover func(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options,
	solution func(model.Assignment), lemma func([]encode.Literal)) (engine.Result, error)

// provers holds the provers of registered backends by engine.
var provers = map[string]Prover{}

// ProverOf returns the prover of an engine.
func ProverOf(e *engine.Engine) (Prover, error) {
	if p := provers[e.Name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("engine %s proves nothing", e.Name)
}
