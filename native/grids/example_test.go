package grids_test

import (
	"context"
	"fmt"

	"qmsat/native/grids"
)

func ExampleCount() {
	for _, what := range []grids.What{grids.Fillings, grids.Bands, grids.Grids, grids.Classes} {
		n, err := grids.Count(context.Background(), 2, what, grids.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(what, n)
	}
	// Output:
	// minigrids 1072
	// bands 68256
	// grids 248832
	// classes 40
}

func ExampleList() {
	list, err := grids.List(context.Background(), 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for grid := range list {
		fmt.Println(grid)
		break
	}
	// Output:
	// 175286394843951762629437518286394175951762843437518629394175286762843951518629437
}
