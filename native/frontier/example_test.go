package frontier_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"qmsat/model/document"
	"qmsat/model/engine"
	_ "qmsat/native/frontier" // registers an engine that counts without listing
)

// A DIMACS file is a model too, whose variables are x1, x2 and so on.
func Example() {
	reader, err := document.ReaderOf("dimacs", "")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	d, err := reader.Read(ctx, "chain.cnf", strings.NewReader("p cnf 60 2\n1 2 0\n-1 3 0\n"))
	if err != nil {
		log.Fatal(err)
	}
	session, err := engine.Open(ctx, "frontier", d.Model, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	result, err := session.Run(ctx, d.Givens, 0, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Count, "models")
	// Output:
	// 576460752303423488 models
}
