package model

import (
	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Circuit requires that the variables give the successors of nodes on one cycle through all nodes: Next[i] is the node after node
// i + 1, counted from 1.
type Circuit struct {
	Name string // may be empty
	Next []Var  // at least one, each once
}

// The methods of [Constraint].

func (c *Circuit) Kind() string                 { return "circuit" }
func (c *Circuit) Label() string                { return c.Name }
func (c *Circuit) Scope() []Var                 { return c.Next }
func (c *Circuit) Named(name string) Constraint { return &Circuit{name, c.Next} }

// Holds follows the cycle from the first node; it must take as many steps as there are nodes to return.
func (c *Circuit) Holds(a Assignment) bool {
	node := 1
	for range len(c.Next) - 1 {
		if node = a[c.Next[node-1]]; node <= 1 || node > len(c.Next) {
			return false
		}
	}
	return a[c.Next[node-1]] == 1
}

// Substitute returns nil if a variable is replaced by a value, since its node would be missing.
func (c *Circuit) Substitute(s Substitution) Constraint {
	return s.whole(c.Next, func(next []Var) Constraint { return &Circuit{c.Name, next} })
}

// Simpler leaves out nodes.
func (c *Circuit) Simpler() []Constraint {
	return lists.Shorter(c.Next, func(left []Var) Constraint { return &Circuit{c.Name, left} })
}

func (c *Circuit) Validate(*Model) error { return validateSome(c.Next) }

func (c *Circuit) Fields(m *Model) Fields {
	return Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Next))
}

func init() {
	RegisterKind(Kind{Of: (*Circuit)(nil), Rank: 7, Read: readCircuit, Random: randomCircuit})
}

func readCircuit(d *Decoder, f *input.Mapping) Constraint {
	return &Circuit{Name: f.OptionalText("name"), Next: d.Vars(f.Required("cells"))}
}

// randomCircuit draws a circuit. If the witness must meet it, it takes variables whose values are successors, and orders their
// nodes accordingly.
func randomCircuit(d Drawer) Constraint {
	vars := d.Vars(1)
	if !d.Spared() {
		return &Circuit{Next: vars}
	}
	with := map[int]*Var{} // by value
	for i, v := range vars {
		with[d.Witness()[v]] = &vars[i]
	}
	var round []int // nodes
	for node := 1; with[node] != nil; node++ {
		round = append(round, node)
	}
	if len(round) == 0 {
		return nil
	}
	for i := range round {
		j := between(d, i, len(round)-1)
		round[i], round[j] = round[j], round[i]
	}
	c := &Circuit{Next: make([]Var, len(round))}
	for i, node := range round {
		c.Next[node-1] = *with[round[(i+1)%len(round)]]
	}
	return c
}
