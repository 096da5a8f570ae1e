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

// orderSetting is the setting that says what the search branches on.
var orderSetting = &engine.Setting{
	Name:    "order",
	Usage:   "what the paper engine and the general search of the native one branch on",
	Values:  func() []string { return slices.Sorted(maps.Keys(cellOrders)) },
	Default: "fewest",
}

// chosenOrder returns the order that the options ask for.
func chosenOrder(options engine.Options) (*cellOrder, error) {
	name := orderSetting.Value(options)
	if err := orderSetting.Check(name); err != nil {
		return nil, err
	}
	return cellOrders[name], nil
}
