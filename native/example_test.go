package native_test

import (
	"context"
	"fmt"
	"log"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native" // registers the engine
)

// A session is opened on a model once, and runs one cube after another.
func Example() {
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.Lookup("native")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	session, err := e.Open(ctx, m, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	for _, puzzle := range []string{
		".......................4.........4.....................75...........6............",
		"1.......................4.........4.....................75...........6...........",
	} {
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
	// 184629573962753148537184926716538492258941367493267815375492681841376259629815734
	// 1 exhausted
	// 0 exhausted
}
