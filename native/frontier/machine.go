package frontier

import (
	"slices"

	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
)

// machine reads the values of variables, position by position, and remembers what decides what may follow.
type machine interface {
	// start is the state before the first position.
	start() int
	// next is the state after the variable at a position has a value; ok is false if nothing can follow.
	next(position, state, value int) (after int, ok bool)
}

// machines has, by kind, what makes the machine of a constraint; its variables are their positions in its scope.
var machines = registry.New[func(c model.Constraint, values [][]int) machine]("machine of kind")

// register adds what makes the machines of a kind. It panics if the kind has some, and is meant to be called at start only.
func register[C model.Constraint](build func(c C, values [][]int) machine) {
	var c C
	machines.Register(c.Kind(), func(c model.Constraint, values [][]int) machine { return build(c.(C), values) })
}

// takes refuses a model with a kind of constraint that has no machine.
func takes(m *model.Model) error {
	for _, c := range m.Constraints {
		if _, decided := c.(model.Decided); machines.Entries[c.Kind()] == nil && !decided {
			return engine.Unsupported(Name, "unknown kind of constraint: %s", c.Kind())
		}
	}
	return nil
}

// newMachine returns the machine of a constraint of a supported kind.
func newMachine(c model.Constraint, values [][]int) (machine, error) {
	if build := machines.Entries[c.Kind()]; build != nil {
		return build(c, values), nil
	}
	table, err := decided(c.(model.Decided), values)
	if err != nil {
		return nil, engine.Unsupported(Name, "%w", err)
	}
	return newTrie(table, values), nil
}

// product runs the machines of several constraints side by side.
type product struct {
	members []member
	lists   // by member: its state
}

// member is a machine of a product; positions holds, by position of the product, its own position, or -1.
type member struct {
	machine
	positions []int
	last      int // the product's position after which it has read all
}

func newProduct(members []member) *product {
	m := &product{members: members}
	first := make([]int, len(members))
	for i, member := range members {
		first[i] = member.start()
	}
	m.keep(first)
	return m
}

func (m *product) next(position, state, value int) (int, bool) {
	tuple := slices.Clone(m.states[state])
	for i, member := range m.members {
		if member.positions[position] < 0 {
			continue
		}
		after, ok := member.next(member.positions[position], tuple[i], value)
		if !ok {
			return 0, false
		}
		if tuple[i] = after; position == member.last {
			tuple[i] = 0 // whatever it was, it has been met
		}
	}
	return m.keep(tuple), true
}
