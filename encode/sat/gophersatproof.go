package sat

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	gophersat "github.com/crillab/gophersat/solver"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// Refuter is the engine of [Refute].
const Refuter = "gophersat"

// Refute has gophersat count the solutions of a model under a cube. It calls lemma with each clause that it learns, which is valid only
// during the call. If the result is complete and has no solutions, each follows by unit propagation from those before it and the formula
// that [encode.CompileCube] writes, and the last one is empty. Where gophersat finds the formula contradictory by unit propagation alone,
// while it loads the formula, it writes nothing: then just the empty clause is missing.
func Refute(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, lemma func([]encode.Literal)) (engine.Result, error) {
	refuted := false
	certifying := backend{
		name:     Refuter,
		strategy: "outputs", // one round
		load: func(options engine.Options, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			return loadGophersat(&gophersatSolver{formula: newLinearFormula(options), lemma: func(clause []encode.Literal) {
				refuted = refuted || len(clause) == 0
				lemma(clause)
			}}, compile)
		},
	}
	s := &session{backend: certifying, model: m, encoding: encoding, strategy: strategies.Entries[certifying.strategy]}
	result, err := s.Run(ctx, cube, 0, func(model.Assignment) bool { return true })
	if err == nil && result.Complete() && !refuted {
		lemma(nil)
	}
	return result, err
}

// certified searches, and returns the clauses that the solver learns as it goes.
func (s *loadedGophersat) certified() (found gophersat.Status, lemmas [][]encode.Literal, err error) {
	lines := make(chan string, 1<<8)
	certificate := make(chan []string, 1)
	go func() {
		var all []string
		for line := range lines {
			all = append(all, line)
		}
		certificate <- all
	}()
	s.solver.Certified, s.solver.CertChan = true, lines
	func() {
		defer close(lines) // where the search panics, too
		found = s.solver.Solve()
	}()
	for _, line := range <-certificate {
		lemma, err := s.parseLemma(line)
		if err != nil {
			return found, nil, err
		}
		lemmas = append(lemmas, lemma)
	}
	return found, lemmas, nil
}

// parseLemma reads a line of gophersat's certificate: literals and a 0.
func (s *loadedGophersat) parseLemma(line string) ([]encode.Literal, error) {
	text, ended := strings.CutSuffix(line, "0")
	if !ended {
		return nil, fmt.Errorf("gophersat certifies %q, expected literals and 0", line)
	}
	lemma := []encode.Literal{}
	for word := range strings.FieldsSeq(text) {
		l, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("gophersat certifies %q: %w", line, err)
		}
		if l < 0 {
			lemma = append(lemma, -s.variables[-l-1])
		} else {
			lemma = append(lemma, s.variables[l-1])
		}
	}
	return lemma, nil
}
