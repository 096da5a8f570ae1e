package space

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// Fragment is a set of constraints of a model, as its own model. Equal ones are compiled once.
type Fragment struct {
	*model.Model                    // over the variables of scope alone, in its order
	Originals    []model.Constraint // as in the whole model
	Scope        []model.Var
}

// checkedTuples is the number of tuples in a fragment's check, with two neighbours each.
const checkedTuples = 12

// FragmentOf returns the constraints whose variables are all in scope, as a fragment. So two boxes have equal fragments if they differ only
// in their places.
func FragmentOf(m *model.Model, constraints []model.Constraint, scope []model.Var) *Fragment {
	f := &Fragment{Model: &model.Model{}, Originals: constraints, Scope: scope}
	position := make(map[model.Var]model.Var, len(scope))
	for i, v := range scope {
		position[v] = model.Var(i)
		f.Variables = append(f.Variables, model.Variable{Domain: m.DomainOf(v)})
	}
	positions := model.Substitution{Var: func(v model.Var) (model.Var, bool) { return position[v], true }}
	for _, c := range constraints {
		f.Constraints = append(f.Constraints, c.Substitute(positions))
	}
	return f
}

// Text returns a text that is equal for two fragments if and only if their domains and constraints are.
func (p *Fragment) Text() string {
	var text []byte
	for _, v := range p.Variables {
		text = model.AppendCanonicalDomain(text, v.Domain)
	}
	for _, c := range p.Constraints { // no domain's text begins with this
		text = model.AppendCanonical(text, c)
	}
	return string(text)
}

// Check compares the compiled tuples of a fragment with its own constraints, since they may have been compiled for an equal
// one. On each sample both must agree. The samples are the least and the largest values, rising values, allowed tuples, and
// neighbours of all these: two values exchanged, one value changed.
func (p *Fragment) Check(k *engine.Checker, compiled string, tuples int, tuple func(i int) []int, allows func(values []int) bool) {
	n := len(p.Scope)
	bases := [][]int{make([]int, n), make([]int, n), make([]int, n)}
	for i, v := range p.Variables {
		bases[0][i], bases[1][i], bases[2][i] = v.Domain.Min(), v.Domain.Max(), v.Domain.Value(i%v.Domain.Size())
	}
	sampled := min(tuples, checkedTuples)
	for s := range sampled {
		bases = append(bases, tuple(s*(tuples-1)/max(sampled-1, 1)))
	}
	values := make([]int, n)
	for b, base := range bases {
		i := b % n
		j := slices.Index(base, base[i]+1) // changes sums by the least amount
		if j < 0 {
			j = (b + 1 + b/n) % n
		}
		for neighbour := range 3 {
			copy(values, base)
			switch neighbour {
			case 1:
				values[i], values[j] = values[j], values[i]
			case 2:
				values[i]++
			}
			inside := true
			for position, v := range p.Scope {
				k.Sample[v] = values[position]
				inside = inside && p.Variables[position].Domain.Contains(values[position])
			}
			if inside {
				k.Check(compiled, allows(values), p.Originals, p.Scope)
			}
		}
	}
}
