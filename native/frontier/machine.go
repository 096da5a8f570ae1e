package frontier

import (
	"encoding/binary"
	"slices"

	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
)

// machine reads the values of variables, position by position, and remembers what decides how they may continue.
type machine interface {
	// start returns the state before the first position.
	start() int
	// next returns the state after a value at a position; ok is false if no continuation exists.
	next(position, state, value int) (after int, ok bool)
}

// machines has, by kind, the function that makes the machine of a constraint. The constraint's variables are positions, from 0
// on; values has the values at each position.
var machines = registry.New[func(c model.Constraint, values [][]int) (machine, error)]("machine of kind")

// register adds the function that makes a kind's machines. It panics if the kind has one. Call it at start only.
func register[C model.Constraint](build func(c C, values [][]int) machine) {
	registerPartial(func(c C, values [][]int) (machine, error) { return build(c, values), nil })
}

// registerPartial does so if some constraints of the kind have no machine.
func registerPartial[C model.Constraint](build func(c C, values [][]int) (machine, error)) {
	var c C
	machines.Register(c.Kind(), func(c model.Constraint, values [][]int) (machine, error) { return build(c.(C), values) })
}

// takes refuses a model with a kind of constraint without a machine.
func takes(m *model.Model) error {
	for _, c := range m.Constraints {
		if err := takesKind(c); err != nil {
			return err
		}
	}
	return nil
}

func takesKind(c model.Constraint) error {
	if _, decided := c.(model.Decided); machines.Entries[c.Kind()] == nil && !decided {
		return engine.Unsupported(Name, "unknown kind of constraint: %s", c.Kind())
	}
	return nil
}

// newMachine returns the machine of a constraint.
func newMachine(c model.Constraint, values [][]int) (machine, error) {
	if err := takesKind(c); err != nil {
		return nil, err
	}
	if build := machines.Entries[c.Kind()]; build != nil {
		return build(c, values)
	}
	table, err := decided(c.(model.Decided), values)
	if err != nil {
		return nil, engine.Unsupported(Name, "%w", err)
	}
	return newTrie(table, values), nil
}

// product runs the machines of several constraints in parallel.
type product struct {
	members []member
	lists   // by member: its state
}

// member is a machine of a product; positions maps the product's positions to its own, or to -1.
type member struct {
	machine
	positions []int
	last      int // the product's position after which it has read everything
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
			tuple[i] = 0 // its state no longer matters: it is met
		}
	}
	return m.keep(tuple), true
}

// numbered numbers states, or other items, in the order in which they arise; those with equal keys are merged. The first state
// of a machine is its start state.
type numbered[K comparable, S any] struct {
	states  []S
	numbers map[K]int
}

// number returns the number of a state.
func (n *numbered[K, S]) number(key K, state S) int {
	number, known := n.numbers[key]
	if !known {
		if n.numbers == nil {
			n.numbers = map[K]int{}
		}
		number = len(n.states)
		n.numbers[key] = number
		n.states = append(n.states, state)
	}
	return number
}

func (n *numbered[K, S]) start() int { return 0 }

// lists are states that are lists of numbers.
type lists struct{ numbered[string, []int] }

func (l *lists) keep(list []int) int { return l.number(string(appendInts(nil, list...)), list) }

// appendFixed appends a list of numbers of a fixed length.
func appendFixed(text []byte, list any) []byte {
	text, _ = binary.Append(text, binary.LittleEndian, list)
	return text
}

// appendInts appends numbers so that different numbers give different texts, whatever follows.
func appendInts(text []byte, numbers ...int) []byte {
	for _, n := range numbers {
		text = binary.AppendVarint(text, int64(n))
	}
	return text
}
