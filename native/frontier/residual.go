package frontier

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"qmsat/model"
)

// residual is what is left of a problem at a cut of a plan: the open variables, and the parts that speak of them. Whatever maps it
// onto itself maps states to states with as many completions.
type residual struct {
	ctx     context.Context
	problem *problem
	plan    *plan
	cut     int         // steps taken
	open    []model.Var // in the plan's order
	fields  []int       // of the plan: those with open variables
	active  []int       // among them those with fixed ones, that is, those that a state speaks of
	values  []int       // that the masks among the active fields may hold, ascending
}

func newResidual(ctx context.Context, p *problem, pl *plan, cut int) *residual {
	r := &residual{ctx: ctx, problem: p, plan: pl, cut: cut, open: pl.order[cut:]}
	values := map[int]bool{}
	for j := range pl.fields {
		f := &pl.fields[j]
		if f.last < cut {
			continue
		}
		r.fields = append(r.fields, j)
		if f.first >= cut {
			continue
		}
		r.active = append(r.active, j)
		for value := range f.values {
			if f.matters(cut, value) {
				values[value] = true
			}
		}
	}
	r.values = slices.Sorted(maps.Keys(values))
	return r
}

// matters reports whether a value may be used up, and wanted, at a cut.
func (f *field) matters(cut, value int) bool {
	bit, has := f.values[value]
	return has && f.first < cut && cut <= f.last && f.relevant[cut-1-f.first][bit]
}

// place returns how many of the field's variables are fixed at a cut.
func (r *residual) place(f *field) int {
	n := 0
	for n < len(f.scope) && r.position(f.scope[n]) < r.cut {
		n++
	}
	return n
}

func (r *residual) position(v model.Var) int { return r.plan.at[v] }

// interchangeable returns the classes of the values that may be permuted freely: open variables have all of a class or none, an
// automaton does the same for all, whatever it has read, and masks hold all or none.
func (r *residual) interchangeable() [][]int {
	signatures := make([][]byte, len(r.values))
	for _, v := range r.open {
		for i, value := range r.values {
			_, has := slices.BinarySearch(r.problem.values[v], value)
			signatures[i] = append(signatures[i], flag(has))
		}
	}
	for _, j := range r.fields {
		f := &r.plan.fields[j]
		if f.automaton == nil {
			for i, value := range r.values {
				signatures[i] = append(signatures[i], flag(f.matters(r.cut, value)))
			}
			continue
		}
		for place := r.place(f); place < len(f.scope); place++ {
			columns := f.automaton.columns(place)
			for i, value := range r.values {
				if c, has := slices.BinarySearch(f.automaton.values[place], value); has {
					signatures[i] = fmt.Append(signatures[i], columns[c], " ")
				}
			}
		}
	}
	classes := map[string]int{}
	var list [][]int
	for i, value := range r.values {
		class, known := classes[string(signatures[i])]
		if !known {
			class = len(list)
			classes[string(signatures[i])] = class
			list = append(list, nil)
		}
		list[class] = append(list[class], value)
	}
	return list
}

func flag(b bool) byte {
	if b {
		return '1'
	}
	return '0'
}
