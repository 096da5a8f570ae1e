package model_test

import (
	"fmt"
	"log"
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
