package native_test

import (
	"context"
	"fmt"
	"log"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native" // registers the engine
)

// One call counts, and a loop goes over solutions. For many puzzles, a session is opened on a model once, and runs one cube after another.
func Example() {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		log.Fatal(err)
	}
	puzzles := []string{
		".......................4.........4.....................75...........6............",
		"1.......................4.........4.....................75...........6...........",
	}
	first, err := model.Characters.Parse(m, puzzles[0])
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	count, err := engine.Count(ctx, "native", m, first)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("count", count)
	for a, err := range engine.Solutions(ctx, "native", m, first) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("r1c1 is", a[0])
	}
	session, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for _, puzzle := range puzzles {
		cube, err := model.Characters.Parse(m, puzzle)
		if err != nil {
			log.Fatal(err)
		}
		result, err := session.Run(ctx, cube, 2, func(a model.Assignment) bool {
			fmt.Println(model.Characters.FormatSolution(m, a))
			return true
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Count, result.Outcome)
	}
	// Output:
	// count 1
	// r1c1 is 1
	// 184629573962753148537184926716538492258941367493267815375492681841376259629815734
	// 1 exhausted
	// 0 exhausted
}
