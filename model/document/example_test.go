package document_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"qmsat/model/document"
	"qmsat/model/engine"
	_ "qmsat/native" // registers the engine
)

// A model file with variants, and how many solutions it has.
func Example() {
	ctx := context.Background()
	d, err := document.Read(ctx, "puzzle.yaml", strings.NewReader(`
grid: {boxes: 2x2}
constraints:
- {kind: thermometer, line: r1c1-r1c3}
- {kind: killer, cells: r2c3-r2c4, sum: 5}
dots: {white: [r4c1-r4c2]}
`))
	if err != nil {
		log.Fatal(err)
	}
	count, err := engine.Count(ctx, "native", d.Model, d.Givens)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count, "solutions")
	// Output:
	// 6 solutions
}
