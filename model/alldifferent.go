package model

import (
	"context"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// AllDifferent requires pairwise distinct values: a row, a column, a box, a cage, a jigsaw region.
type AllDifferent struct {
	Name string // may be empty
	Vars []Var  // at least one, each once
}

// The methods of [Constraint].

func (c *AllDifferent) Kind() string                 { return "all-different" }
func (c *AllDifferent) Label() string                { return c.Name }
func (c *AllDifferent) Scope() []Var                 { return c.Vars }
func (c *AllDifferent) Named(name string) Constraint { return &AllDifferent{name, c.Vars} }

// Holds reports whether no two variables have the same value. Pages check thousands of solutions at each keystroke, so small values
// are compared as bits.
func (c *AllDifferent) Holds(a Assignment) bool {
	var seen uint64 // the values from 0 to 63
	var rest []int  // the others
	for _, v := range c.Vars {
		value := a[v]
		if value < 0 || value >= 64 {
			rest = append(rest, value)
			continue
		}
		if seen>>value&1 != 0 {
			return false
		}
		seen |= 1 << value
	}
	slices.Sort(rest)
	different := len(rest)
	return len(slices.Compact(rest)) == different
}

// Peers returns, by variable, the variables that all-different constraints keep apart from it, each once, in ascending order. The error
// is the context's cause.
func (m *Model) Peers(ctx context.Context) ([][]Var, error) {
	peers, all, pairs := make([][]Var, len(m.Variables)), Each[*AllDifferent](m.Constraints), 0
	for _, different := range all {
		pairs += len(different.Vars) * len(different.Vars)
	}
	if err := memory.Ask(ctx, "the pairs of cells that differ", 8*int64(pairs)); err != nil {
		return nil, err
	}
	watch := stop.NewWatch(ctx)
	for _, different := range all {
		for i, v := range different.Vars {
			peers[v] = slices.Concat(peers[v], different.Vars[:i], different.Vars[i+1:])
			if watch.Over(len(peers[v])) != nil {
				break
			}
		}
	}
	for v := range peers {
		if watch.Over(8*len(peers[v])) != nil {
			break
		}
		slices.Sort(peers[v])
		peers[v] = slices.Compact(peers[v])
	}
	return peers, watch.Over(0)
}

// Substitute keeps the variables that stay apart from each other. It drops the condition that they differ from a value in place
// of a variable, since the kind cannot express that.
func (c *AllDifferent) Substitute(s Substitution) Constraint {
	left := s.Vars(c.Vars)
	if len(left) == 0 {
		return nil
	}
	return &AllDifferent{c.Name, left}
}

// Simpler leaves out variables.
func (c *AllDifferent) Simpler() []Constraint {
	return lists.Shorter(c.Vars, func(left []Var) Constraint { return &AllDifferent{c.Name, left} })
}

func (c *AllDifferent) Normal() Constraint {
	return &AllDifferent{c.Name, slices.Sorted(slices.Values(c.Vars))}
}

func (c *AllDifferent) Validate(*Model) error { return ValidateSome(c.Vars) }

func (c *AllDifferent) Fields(m *Model) Fields {
	return Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Vars))
}

func init() {
	RegisterKind(Kind{Of: (*AllDifferent)(nil), Read: readAllDifferent, Random: randomAllDifferent})
}

func readAllDifferent(d *Decoder, f *input.Mapping) Constraint {
	return &AllDifferent{Name: f.OptionalText("name"), Vars: d.Vars(f.Required("cells"))}
}

// randomAllDifferent draws an all-different constraint. If the witness must meet it, it drops variables that repeat a value.
func randomAllDifferent(d Drawer) Constraint {
	vars := d.Vars(1)
	if !d.Spared() {
		return &AllDifferent{Vars: vars}
	}
	different := &AllDifferent{}
	for _, v := range vars {
		if longer := (&AllDifferent{Vars: append(different.Vars, v)}); longer.Holds(d.Witness()) {
			different = longer
		}
	}
	return different
}
