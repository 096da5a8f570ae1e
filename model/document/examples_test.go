package document_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"qmsat/model"
	"qmsat/model/document"
	"strings"
)

// A model file describes what the builders cannot; its givens are a separate cube.
func ExampleRead() {
	ctx := context.Background()
	d, err := document.Read(ctx, "cages.yaml", strings.NewReader(`
name: a cage in a 4×4 Sudoku
grid: {boxes: 2x2}
constraints:
- {kind: linear, name: cage, cells: [r1c1, r1c2, r2c1], sum: 9}
- {kind: rule, if: {r1c1: 4}, then: {not: {r4c4: 4}}}
givens: {r3c3: 1}
`))
	if err != nil {
		log.Fatal(err)
	}
	m, givens := d.Model, d.Givens
	for _, c := range m.Constraints[12:] {
		fmt.Println(model.Describe(m, c))
	}
	grid, err := model.Characters.Parse(m, "4321214334121234")
	if err != nil {
		log.Fatal(err)
	}
	a := make(model.Assignment, len(m.Variables))
	for _, g := range grid {
		a[g.Var] = g.Value
	}
	fmt.Println("givens:", model.Characters.FormatCube(m, givens), m.CheckCube(a, givens))
	fmt.Println("model:", m.Check(a))

	_, err = document.Read(ctx, "wrong.yaml", strings.NewReader("grid: {boxes: 2x2}\ngivens: {r1c1: 5}\n"))
	fmt.Println(err)
	// Output:
	// linear "cage" on r1c1 … r2c1
	// rule on r1c1 … r4c4
	// givens: ..........1..... <nil>
	// model: rule on r1c1 … r4c4 does not hold
	// wrong.yaml:2:16: found 5, expected a value of 1..4
}

// A builder's model is written in a few lines.
func ExampleDocument_Write() {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		log.Fatal(err)
	}
	if err := model.AddPruningRules(m, []int{1, 2, 3}); err != nil {
		log.Fatal(err)
	}
	if err := document.New(m).WithGivens(model.Cube{{Var: m.Grid.Cell(4, 4), Value: 5}}).Write(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// name: quasi-magic Sudoku 9×9, Δ = 2
	// grid: {boxes: 3x3}
	// quasi-magic: 2
	// pruning-rules: [1, 2, 3]
	// givens: {r5c5: 5}
}
