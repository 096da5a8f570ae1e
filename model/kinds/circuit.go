package kinds

import (
	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Circuit requires that the variables give the successors of nodes on one cycle through all nodes: Next[i] is the node after node
// i + 1, counted from 1.
type Circuit struct {
	Name string      // may be empty
	Next []model.Var // at least one, each once
}

// The methods of [Constraint].

func (c *Circuit) Kind() string                       { return "circuit" }
func (c *Circuit) Label() string                      { return c.Name }
func (c *Circuit) Scope() []model.Var                 { return c.Next }
func (c *Circuit) Named(name string) model.Constraint { return &Circuit{name, c.Next} }

// Holds follows the cycle from the first node; it must take as many steps as there are nodes to return.
func (c *Circuit) Holds(a model.Assignment) bool {
	node := 1
	for range len(c.Next) - 1 {
		if node = a[c.Next[node-1]]; node <= 1 || node > len(c.Next) {
			return false
		}
	}
	return a[c.Next[node-1]] == 1
}

// Substitute returns nil if a variable is replaced by a value, since its node would be missing.
func (c *Circuit) Substitute(s model.Substitution) model.Constraint {
	return s.Whole(c.Next, func(next []model.Var) model.Constraint { return &Circuit{c.Name, next} })
}

// Simpler leaves out nodes.
func (c *Circuit) Simpler() []model.Constraint {
	return lists.Shorter(c.Next, func(left []model.Var) model.Constraint { return &Circuit{c.Name, left} })
}

func (c *Circuit) Validate(*model.Model) error { return model.ValidateSome(c.Next) }

func (c *Circuit) Fields(m *model.Model) model.Fields {
	return model.Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Next))
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Circuit)(nil), Rank: 7, Read: readCircuit, Random: randomCircuit})
}

func readCircuit(d *model.Decoder, f *input.Mapping) model.Constraint {
	return &Circuit{Name: f.OptionalText("name"), Next: d.Vars(f.Required("cells"))}
}

// randomCircuit draws a circuit. If the witness must meet it, it takes variables whose values are successors, and orders their
// nodes accordingly.
func randomCircuit(d model.Drawer) model.Constraint {
	vars := d.Vars(1)
	if !d.Spared() {
		return &Circuit{Next: vars}
	}
	with := map[int]*model.Var{} // by value
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
		j := model.Between(d, i, len(round)-1)
		round[i], round[j] = round[j], round[i]
	}
	c := &Circuit{Next: make([]model.Var, len(round))}
	for i, node := range round {
		c.Next[node-1] = *with[round[(i+1)%len(round)]]
	}
	return c
}
