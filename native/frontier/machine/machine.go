package machine

import (
	"encoding/binary"
	"fmt"
	"slices"

	"qmsat/internal/registry"
	"qmsat/model"
)

// Machine reads the values of variables, position by position, and remembers what decides how they may continue.
type Machine interface {
	// Start returns the state before the first position.
	Start() int
	// Next returns the state after a value at a position; ok is false if no continuation exists.
	Next(position, state, value int) (after int, ok bool)
}

// machines has, by kind, the function that makes the machine of a constraint. The constraint's variables are positions, from 0
// on; values has the values at each position.
var machines = registry.New[func(c model.Constraint, values [][]int) (Machine, error)]("machine of kind")

// register adds the function that makes a kind's machines. It panics if the kind has one. Call it at start only.
func register[C model.Constraint](build func(c C, values [][]int) Machine) {
	registerPartial(func(c C, values [][]int) (Machine, error) { return build(c, values), nil })
}

// registerPartial does so if some constraints of the kind have no machine.
func registerPartial[C model.Constraint](build func(c C, values [][]int) (Machine, error)) {
	var c C
	machines.Register(c.Kind(), func(c model.Constraint, values [][]int) (Machine, error) { return build(c.(C), values) })
}

// Takes refuses a kind of constraint without a machine.
func Takes(c model.Constraint) error {
	if _, decided := c.(model.Decided); machines.Entries[c.Kind()] == nil && !decided {
		return fmt.Errorf("unknown kind of constraint: %s", c.Kind())
	}
	return nil
}

// Of returns a machine that reads all of some constraints together. The constraints' variables are positions, from 0 on; values has
// the values at each position. A single constraint has all positions.
func Of(constraints []model.Constraint, values [][]int) (Machine, error) {
	if len(constraints) == 1 {
		return of(constraints[0], values)
	}
	members, err := membersOf(constraints, values)
	if err != nil {
		return nil, err
	}
	return newProduct(members), nil
}

// of returns the machine of a constraint.
func of(c model.Constraint, values [][]int) (Machine, error) {
	if err := Takes(c); err != nil {
		return nil, err
	}
	if build := machines.Entries[c.Kind()]; build != nil {
		return build(c, values)
	}
	table, err := decided(c.(model.Decided), values)
	if err != nil {
		return nil, err
	}
	return newTrie(table, values), nil
}

// Renumbered returns a constraint with its variables replaced by their positions in a scope.
func Renumbered(c model.Constraint, scope []model.Var) model.Constraint {
	positions := make(map[model.Var]model.Var, len(scope))
	for position, v := range scope {
		positions[v] = model.Var(position)
	}
	return c.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) { return positions[v], true }})
}

// product runs the machines of several constraints in parallel.
type product struct {
	members []member
	lists   // by member: its state
}

// member is a machine of a product; positions maps the product's positions to its own, or to -1.
type member struct {
	Machine
	positions []int
	last      int // the product's position after which it has read everything
}

// membersOf returns the machines of constraints on positions with these values.
func membersOf(constraints []model.Constraint, values [][]int) (members []member, err error) {
	for _, c := range constraints {
		scope := slices.Sorted(slices.Values(c.Scope()))
		var own [][]int
		positions := make([]int, len(values))
		for position := range positions {
			if positions[position] = slices.Index(scope, model.Var(position)); positions[position] >= 0 {
				own = append(own, values[position])
			}
		}
		m, err := of(Renumbered(c, scope), own)
		if err != nil {
			return nil, err
		}
		members = append(members, member{m, positions, int(scope[len(scope)-1])})
	}
	return members, nil
}

func newProduct(members []member) *product {
	m := &product{members: members}
	first := make([]int, len(members))
	for i, member := range members {
		first[i] = member.Start()
	}
	m.keep(first)
	return m
}

// Next implements Machine.
func (m *product) Next(position, state, value int) (int, bool) {
	tuple := slices.Clone(m.States[state])
	for i, member := range m.members {
		if member.positions[position] < 0 {
			continue
		}
		after, ok := member.Next(member.positions[position], tuple[i], value)
		if !ok {
			return 0, false
		}
		if tuple[i] = after; position == member.last {
			tuple[i] = 0 // its state no longer matters: it is met
		}
	}
	return m.keep(tuple), true
}

// Numbered numbers states, or other items, in the order in which they arise; those with equal keys are merged. The first state
// of a machine is its start state.
type Numbered[K comparable, S any] struct {
	States  []S
	numbers map[K]int
}

// Number returns the number of a state.
func (n *Numbered[K, S]) Number(key K, state S) int {
	number, known := n.numbers[key]
	if !known {
		if n.numbers == nil {
			n.numbers = map[K]int{}
		}
		number = len(n.States)
		n.numbers[key] = number
		n.States = append(n.States, state)
	}
	return number
}

// Start returns the first state's number.
func (n *Numbered[K, S]) Start() int { return 0 }

// lists are states that are lists of numbers.
type lists struct{ Numbered[string, []int] }

func (l *lists) keep(list []int) int { return l.Number(string(AppendInts(nil, list...)), list) }

// AppendFixed appends a list of numbers of a fixed length.
func AppendFixed(text []byte, list any) []byte {
	text, _ = binary.Append(text, binary.LittleEndian, list)
	return text
}

// AppendInts appends numbers so that different numbers give different texts, whatever follows.
func AppendInts(text []byte, numbers ...int) []byte {
	for _, n := range numbers {
		text = binary.AppendVarint(text, int64(n))
	}
	return text
}
