package engine_test

import (
	"context"
	"fmt"
	"log"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/model/engine/bruteforce" // registers the engine
)

// Engines are found by name. Engines that a program imports have registered themselves.
func ExampleLookup() {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.Lookup("brute-force")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Abilities)
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for _, limit := range []uint64{0, 10} {
		result, err := session.Run(context.Background(), nil, limit, nil)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Count, result.Outcome, result.Complete())
	}
	_, err = engine.Lookup("oracle")
	fmt.Println(err)
	// Output:
	// loads the model once, runs in parallel
	// 288 exhausted true
	// 10 limit reached false
	// unknown engine "oracle", expected brute-force
}
