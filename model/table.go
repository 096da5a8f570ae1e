package model

import (
	"cmp"
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Table lists tuples. The variables must take one of them or, if Forbidden is set, none of them.
type Table struct {
	Name      string  // may be empty
	Vars      []Var   // at least one, each once
	Tuples    [][]int // each as long as Vars; values outside the domains are allowed and never taken
	Forbidden bool
}

// The methods of [Constraint].

func (c *Table) Kind() string                 { return "table" }
func (c *Table) Label() string                { return c.Name }
func (c *Table) Scope() []Var                 { return c.Vars }
func (c *Table) Named(name string) Constraint { return &Table{name, c.Vars, c.Tuples, c.Forbidden} }

// Holds reports whether the variables' values are a listed tuple, or none of them if the tuples are forbidden.
func (c *Table) Holds(a Assignment) bool {
	listed := slices.ContainsFunc(c.Tuples, func(tuple []int) bool {
		for i, v := range c.Vars {
			if a[v] != tuple[i] {
				return false
			}
		}
		return true
	})
	return listed != c.Forbidden
}

// Substitute drops the columns of variables replaced by values, and the tuples with other values there.
func (c *Table) Substitute(s Substitution) Constraint {
	left := &Table{c.Name, s.Vars(c.Vars), nil, c.Forbidden}
	if len(left.Vars) == 0 {
		return nil
	}
next:
	for _, tuple := range c.Tuples {
		var rest []int
		for i, v := range c.Vars {
			if _, stays := s.Var(v); stays {
				rest = append(rest, tuple[i])
			} else if value, known := s.ValueOf(v); known && tuple[i] != value {
				continue next
			}
		}
		left.Tuples = append(left.Tuples, rest)
	}
	return left
}

// Simpler leaves out tuples and columns.
func (c *Table) Simpler() []Constraint {
	list := lists.Shorter(c.Tuples, func(left [][]int) Constraint { return &Table{c.Name, c.Vars, left, c.Forbidden} })
	if len(c.Vars) > 1 {
		for i := range c.Vars {
			list = append(list, c.withoutColumn(i))
		}
	}
	return list
}

func (c *Table) withoutColumn(column int) *Table {
	tuples := lists.Map(c.Tuples, func(tuple []int) []int { return slices.Delete(slices.Clone(tuple), column, column+1) })
	return &Table{c.Name, slices.Delete(slices.Clone(c.Vars), column, column+1), tuples, c.Forbidden}
}

// Normal sorts the columns by variable, then the tuples.
func (c *Table) Normal() Constraint {
	columns := lists.Numbers[int](len(c.Vars))
	slices.SortFunc(columns, func(a, b int) int { return cmp.Compare(c.Vars[a], c.Vars[b]) })
	normal := &Table{c.Name, slices.Sorted(slices.Values(c.Vars)), nil, c.Forbidden}
	for _, tuple := range c.Tuples {
		sorted := lists.Map(columns, func(column int) int { return tuple[column] })
		normal.Tuples = append(normal.Tuples, sorted)
	}
	slices.SortFunc(normal.Tuples, slices.Compare[[]int])
	normal.Tuples = slices.CompactFunc(normal.Tuples, slices.Equal[[]int])
	return normal
}

func (c *Table) Validate(*Model) error {
	if err := ValidateSome(c.Vars); err != nil {
		return err
	}
	for i, tuple := range c.Tuples {
		if len(tuple) != len(c.Vars) {
			return fmt.Errorf("tuple %d has %d values, expected %d", i+1, len(tuple), len(c.Vars))
		}
	}
	return nil
}

func (c *Table) Fields(m *Model) Fields {
	key := "allowed"
	if c.Forbidden {
		key = "forbidden"
	}
	return Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Vars)).Add(key, c.Tuples)
}

func init() {
	RegisterKind(Kind{Of: (*Table)(nil), Rank: 2, Read: readTable, Random: randomTable})
}

func readTable(d *Decoder, f *input.Mapping) Constraint {
	c := &Table{Name: f.OptionalText("name"), Vars: d.Vars(f.Required("cells"))}
	tuples, forbidden := f.Either("allowed", "forbidden")
	if c.Forbidden = forbidden; tuples == nil {
		d.Failf(f.Node, "found no tuples, expected allowed or forbidden")
		return c
	}
	for _, node := range d.Sequence(tuples) {
		tuple := d.Ints(node)
		if len(tuple) != len(c.Vars) {
			d.Failf(node, "found a tuple of %d values, expected %d, one per cell", len(tuple), len(c.Vars))
		}
		c.Tuples = append(c.Tuples, tuple)
	}
	return c
}

func randomTable(d Drawer) Constraint {
	const maxTuples = 8
	c := &Table{Vars: d.Vars(1), Forbidden: d.IntN(2) == 1}
	for range d.IntN(maxTuples + 1) {
		tuple := make([]int, len(c.Vars))
		for i, v := range c.Vars {
			switch {
			case OneIn(d, 10):
				tuple[i] = d.Value()
			case OneIn(d, 3):
				tuple[i] = d.Example(v)
			default:
				tuple[i] = d.ValueOf(v)
			}
		}
		c.Tuples = append(c.Tuples, tuple)
	}
	switch {
	case !d.Spared() || c.Holds(d.Witness()):
	case c.Forbidden:
		c.Forbidden = false
	default:
		tuple := lists.Map(c.Vars, func(v Var) int { return d.Witness()[v] })
		c.Tuples = append(c.Tuples, tuple)
	}
	return c
}

func (c *Table) larger(d Drawer) Constraint {
	const mostTuples = 600
	table := *c
	for range d.IntN(2) * d.IntN(mostTuples) {
		tuple := lists.Map(c.Vars, d.ValueOf)
		table.Tuples = append(table.Tuples, tuple)
	}
	return &table
}
