package encode_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"qmsat/encode"
	"qmsat/model"
)

// A formula as a file. Its size is known before it is written, and its clauses are not kept in memory.
func ExampleNewDIMACS() {
	m, err := model.Sudoku(1, 2)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	d, err := encode.NewDIMACS(ctx, m, encode.Options{Cells: "minimal"}, model.Cube{{Var: m.Grid.Cell(0, 0), Value: 2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Size.Variables, "variables,", d.Size.Clauses, "clauses")
	if err := d.Write(ctx, os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 8 variables, 13 clauses
	// c model Sudoku 2×2
	// c encoding minimal/pairwise/auto
	// c var 1 r1c1=1
	// c var 2 r1c1=2
	// c var 3 r1c2=1
	// c var 4 r1c2=2
	// c var 5 r2c1=1
	// c var 6 r2c1=2
	// c var 7 r2c2=1
	// c var 8 r2c2=2
	// p cnf 8 13
	// c t mc
	// 1 2 0
	// 3 4 0
	// 5 6 0
	// 7 8 0
	// -1 -3 0
	// -2 -4 0
	// -5 -7 0
	// -6 -8 0
	// -1 -5 0
	// -2 -6 0
	// -3 -7 0
	// -4 -8 0
	// 2 0
}
