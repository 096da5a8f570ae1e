package native

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// part is a set of constraints of a model, as its own model. Equal parts are compiled once.
type part struct {
	*model.Model                    // over the variables of scope alone, in its order
	constraints  []model.Constraint // as in the whole model
	scope        []model.Var
}

// checkedTuples is the number of tuples in a part's check, with two neighbours each.
const checkedTuples = 12

// check compares the compiled tuples of a part with the part's own constraints, since they may have been compiled for an equal
// part. On each sample both must agree. The samples are the least and the largest values, rising values, allowed tuples, and
// neighbours of all these: two values exchanged, one value changed.
func (p *part) check(k *engine.Checker, compiled string, tuples int, tuple func(i int) []int, allows func(values []int) bool) {
	n := len(p.scope)
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
			for position, v := range p.scope {
				k.Sample[v] = values[position]
				inside = inside && p.Variables[position].Domain.Contains(values[position])
			}
			if inside {
				k.Check(compiled, allows(values), p.constraints, p.scope)
			}
		}
	}
}
