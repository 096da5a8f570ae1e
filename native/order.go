package native

import (
	"maps"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// cellOrder is a way to choose what a search branches on next. Both engines have it: the engine paper over cells, the
// engine native over variables. No order changes what is found, only the effort and the sequence.
type cellOrder struct {
	name string
	// paper returns the cell of the state to branch on, or -1 where none is open.
	paper func(s *paperState) int
	// general returns the variable, among those given, to branch on in the current state. It reports false where none is
	// open.
	general func(s *session, variables []model.Var) (model.Var, bool)
	// weighted says that failures are to be counted by constraint.
	weighted bool
}

// cellOrders holds the orders by name.
var cellOrders = map[string]*cellOrder{}

// registerOrder adds an order. It panics where the name is taken, and is meant to be called at start only.
func registerOrder(o *cellOrder) {
	if cellOrders[o.name] != nil {
		panic("native: the order " + o.name + " is registered twice")
	}
	cellOrders[o.name] = o
}

// The orders that are chosen where none is asked for.
const (
	orderAuto = "auto"
	// orderAsPublished is that of the engine paper.
	orderAsPublished = "fewest"
	// orderOfSmall and orderOfLarge are those of the general search, up to so many variables of a grid and beyond. At 9×9 counting
	// failures costs more than it saves. At 16×16 it takes a third of the nodes, 2,493 instead of 8,396 for the puzzles of
	// testdata; a quasi-magic 16×16 grid for Δ = 5 is found in 19 s, and in the other order none for Δ = 12 in 8 s. Models without a
	// grid, however small, have it too: all graceful labellings of a prism take 4,866 nodes instead of 4,252,569, all magic squares of
	// order 4 half as many, and 12 queens a twentieth more.
	orderOfSmall = "fewest"
	orderOfLarge = "failures"
)

// smallSetting lowers the number of variables up to which a grid is small.
var smallSetting = engine.NewThreshold("small", "variables of a grid that is searched in the order of the fewest values", 100, 1, 9)

// orderSetting is the setting that says what the search branches on.
var orderSetting = &engine.Setting{
	Name:    "order",
	Usage:   "what the paper engine and the general search of the native one branch on",
	Values:  func() []string { return append([]string{orderAuto}, slices.Sorted(maps.Keys(cellOrders))...) },
	Default: orderAuto,
	Flag:    true,
}

// chosenOrder returns the order that the options ask for, and where they leave the choice open the one with the given name.
func chosenOrder(options engine.Options, open string) (*cellOrder, error) {
	name := orderSetting.Value(options)
	if err := orderSetting.Check(name); err != nil {
		return nil, err
	}
	if name == orderAuto {
		name = open
	}
	return cellOrders[name], nil
}

// orderFor returns the name of the general search's order for a model, where none is asked for.
func orderFor(m *model.Model, options engine.Options) string {
	if m.Grid == nil || len(m.Variables) > smallSetting.Int(options) {
		return orderOfLarge
	}
	return orderOfSmall
}
