package model_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"qmsat/model"
)

// A puzzle is read as a cube, and a claimed solution is checked against the model and the cube.
func ExampleQuasiMagic() {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		log.Fatal(err)
	}
	puzzles := strings.NewReader(`# Five givens are enough.
.......................4.........4.....................75...........6............ one solution
`)
	solution := "184629573962753148537184926716538492258941367493267815375492681841376259629815734"
	for puzzle, err := range model.ReadPuzzles("puzzles.txt", puzzles, m, m.Notation()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("line %d: %s\n", puzzle.Line, model.Assignments.FormatCube(m, puzzle.Cube))
		a := make(model.Assignment, len(m.Variables))
		for i, c := range solution {
			a[i] = int(c - '0')
		}
		fmt.Println("solution:", m.Check(a) == nil && m.CheckCube(a, puzzle.Cube) == nil)
		a[0], a[1] = a[1], a[0]
		fmt.Println("two cells exchanged:", m.Check(a))
	}
	// Output:
	// line 2: r3c6=4 r4c7=4 r7c2=7 r7c3=5 r8c6=6
	// solution: true
	// two cells exchanged: all-different "column 1" on r1c1 … r9c1 does not hold
}

// A model file describes what the builders cannot; its givens are a separate cube.
func ExampleReadYAML() {
	m, givens, err := model.ReadYAML("cages.yaml", strings.NewReader(`
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

	_, _, err = model.ReadYAML("wrong.yaml", strings.NewReader("grid: {boxes: 2x2}\ngivens: {r1c1: 5}\n"))
	fmt.Println(err)
	// Output:
	// linear "cage" on r1c1 … r2c1
	// rule on r1c1 … r4c4
	// givens: ..........1..... <nil>
	// model: rule on r1c1 … r4c4 does not hold
	// wrong.yaml:2:16: found 5, expected a value of 1..4
}

// A builder's model is written in a few lines.
func ExampleModel_WriteYAML() {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		log.Fatal(err)
	}
	if err := model.AddPruningRules(m, []int{1, 2, 3}); err != nil {
		log.Fatal(err)
	}
	if err := m.WriteYAML(os.Stdout, model.Cube{{Var: m.Grid.Cell(4, 4), Value: 5}}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// name: quasi-magic Sudoku 9×9, Δ = 2
	// grid: {boxes: 3x3}
	// quasi-magic: 2
	// pruning-rules: [1, 2, 3]
	// givens: {r5c5: 5}
}
