package encode

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
	"qmsat/model/propositional"
)

// TestFormulaReadBack compiles a formula that was written as DIMACS CNF and read as a model. The result has two clauses for each
// variable n, which say that it is 0 or 1, and then the written clauses, with the literals 2n−1 and 2n for "0" and "1".
func TestFormulaReadBack(t *testing.T) {
	m := must(model.QuasiMagic(2, 2))
	cube := model.Cube{{Var: 0, Value: 3}}
	written, _ := compileCube(t, m, cube, Options{})
	formula, err := NewDIMACS(context.Background(), m, Options{}, cube)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := formula.Write(context.Background(), &text); err != nil {
		t.Fatal(err)
	}
	back, _, err := propositional.ReadDIMACS("file", &text)
	if err != nil {
		t.Fatal(err)
	}
	compiled, _ := compile(t, back, Options{})
	again := compiled.Clauses[2*len(back.Variables):]
	for _, clause := range slices.Concat(again, written.Clauses) {
		slices.SortFunc(clause, func(a, b Literal) int { return int(max(a, -a) - max(b, -b)) })
	}
	for _, clause := range again {
		for i, l := range clause {
			if clause[i] = (l + 1) / 2; l%2 != 0 {
				clause[i] *= -1
			}
		}
	}
	if diff := cmp.Diff(written.Clauses, again); diff != "" {
		t.Errorf("clauses (-written +compiled again):\n%s", diff)
	}
}
