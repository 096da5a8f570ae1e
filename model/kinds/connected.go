package kinds

import (
	"fmt"
	"reflect"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Connected requires that the chosen variables, those with a value of Values, are connected by edges between them. No variable
// and a single one are connected.
type Connected struct {
	Name   string      // may be empty
	Vars   []model.Var // at least one, each once
	Edges  [][2]int    // pairs of positions in Vars
	Values model.Domain
	Size   *model.Range // how many variables are chosen; nil for any number
}

// The methods of [Constraint].

func (c *Connected) Kind() string       { return "connected" }
func (c *Connected) Label() string      { return c.Name }
func (c *Connected) Scope() []model.Var { return c.Vars }

// Named returns the constraint with another name.
func (c *Connected) Named(name string) model.Constraint {
	return &Connected{name, c.Vars, c.Edges, c.Values, c.Size}
}

// Holds follows the edges from the first chosen variable.
func (c *Connected) Holds(a model.Assignment) bool {
	chosen := lists.Filter(lists.Numbers[int](len(c.Vars)), func(i int) bool { return c.Values.Contains(a[c.Vars[i]]) })
	if n := len(chosen); c.Size != nil && (n < c.Size.Lo || n > c.Size.Hi) {
		return false
	}
	reached := chosen[:min(1, len(chosen))]
	for again := true; again; {
		again = false
		for _, edge := range c.Edges {
			for _, way := range [][2]int{edge, {edge[1], edge[0]}} {
				if slices.Contains(reached, way[0]) && slices.Contains(chosen, way[1]) && !slices.Contains(reached, way[1]) {
					reached, again = append(slices.Clone(reached), way[1]), true
				}
			}
		}
	}
	return len(reached) == len(chosen)
}

// Substitute leaves out variables with their edges. It drops the constraint if one of them is chosen, because the kind cannot
// express the rest.
func (c *Connected) Substitute(s model.Substitution) model.Constraint {
	for _, v := range c.Vars {
		if _, stays := s.Var(v); !stays {
			if value, known := s.ValueOf(v); known && c.Values.Contains(value) {
				return nil
			}
		}
	}
	left := c.among(func(v model.Var) bool { _, stays := s.Var(v); return stays })
	if left.Vars = s.Vars(left.Vars); len(left.Vars) == 0 {
		return nil
	}
	return left
}

// among returns the constraint on some of the variables, with the edges between them.
func (c *Connected) among(stays func(v model.Var) bool) *Connected {
	left := &Connected{c.Name, nil, nil, c.Values, c.Size}
	positions := map[int]int{}
	for i, v := range c.Vars {
		if stays(v) {
			positions[i] = len(left.Vars)
			left.Vars = append(left.Vars, v)
		}
	}
	for _, edge := range c.Edges {
		from, first := positions[edge[0]]
		if to, second := positions[edge[1]]; first && second {
			left.Edges = append(left.Edges, [2]int{from, to})
		}
	}
	return left
}

// Simpler leaves out variables, edges, values, and the bounds of the size.
func (c *Connected) Simpler() []model.Constraint {
	list := lists.Shorter(c.Vars, func(left []model.Var) model.Constraint {
		return c.among(func(v model.Var) bool { return slices.Contains(left, v) })
	})
	list = append(list, lists.Shorter(c.Edges, func(left [][2]int) model.Constraint { return &Connected{c.Name, c.Vars, left, c.Values, c.Size} })...)
	for _, less := range (model.In{Values: c.Values}).Less() {
		list = append(list, &Connected{c.Name, c.Vars, c.Edges, less.(model.In).Values, c.Size})
	}
	if c.Size != nil {
		list = append(list, &Connected{c.Name, c.Vars, c.Edges, c.Values, nil})
	}
	return list
}

func (c *Connected) Validate(*model.Model) error {
	if c.Size != nil && (c.Size.Lo < 0 || c.Size.Hi < c.Size.Lo) {
		return fmt.Errorf("the size is %v, expected numbers from 0 on, the lower first", *c.Size)
	}
	if !model.WithinNumbers(c.Values) {
		return fmt.Errorf("values %v, expected numbers within %s", c.Values, model.NumbersText)
	}
	for _, edge := range c.Edges {
		if min(edge[0], edge[1]) < 0 || max(edge[0], edge[1]) >= len(c.Vars) || edge[0] == edge[1] {
			return fmt.Errorf("an edge from position %d to %d, expected two of 1 to %d", edge[0]+1, edge[1]+1, len(c.Vars))
		}
	}
	return model.ValidateSome(c.Vars)
}

func (c *Connected) Fields(m *model.Model) model.Fields {
	f := model.Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Vars)).Add("values", c.Values.Written())
	if c.Size != nil {
		f = f.Add("size", c.Size.String())
	}
	if m.Grid != nil && reflect.DeepEqual(c.Edges, m.Grid.Neighbours(c.Vars)) {
		return f
	}
	return f.Add("edges", lists.Map(c.Edges, func(edge [2]int) []int { return []int{edge[0] + 1, edge[1] + 1} }))
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Connected)(nil), Rank: 8, Read: readConnected, Random: randomConnected})
}

func readConnected(d *model.Decoder, f *input.Mapping) model.Constraint {
	c := &Connected{Name: f.OptionalText("name"), Vars: d.Vars(f.Required("cells")), Values: d.Values(f.Required("values"))}
	f.If("size", func(n *input.Node) {
		size := d.Range(n, "a number or a range lo..hi")
		c.Size = &size
	})
	edges := f.Optional("edges")
	switch {
	case edges != nil:
		for _, n := range d.Sequence(edges) {
			edge := d.Ints(n)
			if len(edge) != 2 {
				d.Failf(n, "found an edge of %d positions, expected two", len(edge))
				break
			}
			c.Edges = append(c.Edges, [2]int{edge[0] - 1, edge[1] - 1})
		}
	case d.Model.Grid == nil:
		d.Failf(f.Node, "found no edges in a model without a grid, expected edges")
	default:
		c.Edges = d.Model.Grid.Neighbours(c.Vars)
	}
	return c
}

// randomConnected draws edges. If the constraint must hold for the witness, it adds those that the witness needs.
func randomConnected(d model.Drawer) model.Constraint {
	c := &Connected{Vars: d.Vars(1), Values: model.Values(d.Value(), d.Value(), d.Value())}
	for range d.IntN(2 * len(c.Vars)) {
		if from, to := d.IntN(len(c.Vars)), d.IntN(len(c.Vars)); from != to {
			c.Edges = append(c.Edges, [2]int{from, to})
		}
	}
	if model.OneIn(d, 2) {
		least := d.IntN(len(c.Vars) + 1)
		c.Size = &model.Range{Lo: least, Hi: model.Between(d, least, len(c.Vars))}
	}
	if !d.Spared() {
		return c
	}
	var chosen []int
	for i, v := range c.Vars {
		if c.Values.Contains(d.Witness()[v]) {
			chosen = append(chosen, i)
		}
	}
	for i := 1; i < len(chosen); i++ {
		c.Edges = append(c.Edges, [2]int{chosen[i-1], chosen[i]})
	}
	if c.Size != nil {
		c.Size = &model.Range{Lo: min(c.Size.Lo, len(chosen)), Hi: max(c.Size.Hi, len(chosen))}
	}
	return c
}
