package sat_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	_ "qmsat/encode/sat" // registers the engines
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
)

// A SAT solver lists the solutions of a model, compiled by the chosen options.
func Example() {
	ctx := context.Background()
	d, err := document.Read(ctx, "sum.yaml", strings.NewReader(`
variables: {a: 0..4, b: 0..4}
constraints:
- {kind: linear, cells: [a, b], coefficients: [1, 2], sum: 4}
`))
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.Lookup("gini")
	if err != nil {
		log.Fatal(err)
	}
	session, err := e.Open(ctx, d.Model, engine.Options{"encoding": "minimal", "sum": "forbidden"})
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	result, err := session.Run(ctx, d.Givens, 0, func(a model.Assignment) bool {
		fmt.Println(model.Assignments.FormatSolution(d.Model, a))
		return true
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Count, result.Outcome)
	// Unordered output:
	// a=0 b=2
	// a=2 b=1
	// a=4 b=0
	// 3 exhausted
}
