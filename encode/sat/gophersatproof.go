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

func init() { registerProver("gophersat", proveByGophersat) }

// proveByGophersat is a [Prover]. What gophersat learns while it searches for solution after solution is the certificate.
// Where it finds the formula contradictory by unit propagation alone, while it loads the formula or takes a blocking clause,
// it writes nothing: then just the empty clause is missing.
func proveByGophersat(ctx context.Context, m *model.Model, cube model.Cube, choice encode.Choice,
	solution func(model.Assignment), lemma func([]encode.Literal)) (engine.Result, error) {
	refuted := false
	certifying := backend{
		name:     "gophersat",
		strategy: "outputs", // one round, in which solutions are blocked by their outputs
		load: func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			return loadGophersat(compile, func(clause []encode.Literal) {
				refuted = refuted || len(clause) == 0
				lemma(clause)
			})
		},
	}
	s := &session{backend: certifying, model: m, choice: choice, strategy: strategies[certifying.strategy]}
	result, err := s.Run(ctx, cube, 0, func(a model.Assignment) bool { solution(a); return true })
	if err == nil && result.Complete() && !refuted {
		lemma(nil)
	}
	return result, err
}

// certified searches, and returns the clauses that the solver learns as it goes.
func certified(s *gophersat.Solver) (gophersat.Status, [][]encode.Literal, error) {
	lines := make(chan string, 1<<8)
	certificate := make(chan []string, 1)
	go func() {
		var all []string
		for line := range lines {
			all = append(all, line)
		}
		certificate <- all
	}()
	s.Certified, s.CertChan = true, lines
	status := func() gophersat.Status {
		defer close(lines) // where the search panics, too
		return s.Solve()
	}()
	var lemmas [][]encode.Literal
	for _, line := range <-certificate {
		lemma, err := parseLemma(line)
		if err != nil {
			return status, nil, err
		}
		lemmas = append(lemmas, lemma)
	}
	return status, lemmas, nil
}

// parseLemma reads a line of gophersat's certificate: literals and a 0.
func parseLemma(line string) ([]encode.Literal, error) {
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
		lemma = append(lemma, encode.Literal(l))
	}
	return lemma, nil
}
