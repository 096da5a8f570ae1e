package frontier_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native/frontier" // registers an engine that counts without listing
)

// A DIMACS file is a model too, whose variables are x1, x2 and so on.
func Example() {
	reader, err := model.ReaderOf("dimacs", "")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	m, givens, err := reader.Read(ctx, "chain.cnf", strings.NewReader("p cnf 60 2\n1 2 0\n-1 3 0\n"))
	if err != nil {
		log.Fatal(err)
	}
	session, err := engine.Open(ctx, "frontier", m, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	result, err := session.Run(ctx, givens, 0, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Count, "models")
	// Output:
	// 576460752303423488 models
}
