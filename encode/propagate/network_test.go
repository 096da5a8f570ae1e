package propagate

import (
	"testing"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// TestNetworks tries all partial assignments of all cardinalities of a few 0/1 variables: unit propagation finds all consequences,
// and sets every auxiliary variable once all others are set, unless the formula says that it needs projection.
func TestNetworks(t *testing.T) {
	projected := 0
	for _, rules := range []string{"tseitin", "polarity"} {
		for n := 1; n <= modeltest.Scale(6, 7, 8); n++ {
			for lo := range n + 1 {
				for hi := lo; hi <= n; hi++ {
					if checkNetwork(t, encode.Options{Linear: "network", Rules: rules}, n, lo, hi) {
						projected++
					}
				}
			}
		}
	}
	if projected == 0 {
		t.Error("no network is written in one direction")
	}
}

// checkNetwork checks one cardinality, and reports whether its formula needs projection.
func checkNetwork(t *testing.T, options encode.Options, n, lo, hi int) bool {
	t.Helper()
	c := newCase(n, 2, func(vars []model.Var) []model.Constraint {
		sum, least := &model.Linear{}, 0
		for i, v := range vars {
			term := model.Term{Coefficient: 2 - 4*(i%2), Var: v} // 2 and 4, or −4 and −2
			least += min(term.Coefficient, 2*term.Coefficient)
			sum.Terms = append(sum.Terms, term)
		}
		sum.Lo, sum.Hi = least+2*lo, least+2*hi
		return []model.Constraint{sum}
	})
	if !c.complete(t, options, n) {
		t.Errorf("%d to %d of %d, %+v: propagation misses a consequence", lo, hi, n, options)
	}
	p := &Propagator{}
	vm, err := encode.Compile(t.Context(), c.model, options, p)
	if err != nil {
		t.Fatal(err)
	}
	oneBound := lo == 0 || hi == n
	if vm.Projected() && (options.Rules != "polarity" || !oneBound) {
		t.Errorf("%d to %d of %d, %+v: needs projection", lo, hi, n, options)
	}
	for _, solution := range c.solutions {
		for v, value := range solution {
			p.Decide(vm.Literal(model.Var(v), value))
		}
		for l := encode.Literal(1); int(l) <= vm.Variables(); l++ {
			if p.Value(l) == 0 && !vm.Projected() {
				t.Errorf("%d to %d of %d, %+v: %v leaves variable %d open", lo, hi, n, options, solution, l)
			}
		}
		for range solution {
			p.Undo()
		}
	}
	return vm.Projected()
}
