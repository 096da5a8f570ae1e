package frontier

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/frontier/machine"
)

// remainder is the rest of a problem at a cut of a plan: the open variables and their groups. A mapping of the remainder onto itself
// maps states to states with equally many completions.
type remainder struct {
	problem *problem
	plan    *plan
	cut     int         // number of steps taken
	open    []model.Var // in the plan's order
	fields  []int       // of the plan: those with open variables
	active  []int       // those of them that also have fixed variables, and so a field in a state
	values  []int       // values that the masks of active fields may hold, ascending
}

func newRemainder(p *problem, pl *plan, cut int) *remainder {
	r := &remainder{problem: p, plan: pl, cut: cut, open: pl.order[cut:]}
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

// workOf returns the work of reading a field.
func (r *remainder) workOf(field int) int {
	f := &r.plan.fields[field]
	return workPerLookup * (len(f.scope) + f.width)
}

// over counts work, and reports whether the context has ended. Results found by then must not be used.
func (r *remainder) over(work int) bool { return r.problem.watch.Over(work) != nil }

// matters reports whether at a cut some fixed variable may have used a value and some open one may want it.
func (f *field) matters(cut, value int) bool {
	bit, has := f.values[value]
	return has && f.spans[bit].around(cut)
}

// fixed returns how many of the field's variables are fixed at a cut.
func (r *remainder) fixed(f *field) int { return r.plan.fixed(f, r.cut) }

func (r *remainder) position(v model.Var) int { return r.plan.at[v] }

// interchangeable returns the classes of values that may be permuted freely: each open variable has all or none of a class, each
// automaton treats them alike from every node, and each mask has all or none of them.
func (r *remainder) interchangeable() [][]int {
	signatures := make([][]byte, len(r.values))
	for _, v := range stop.Each(r.problem.watch, r.open, func(model.Var) int { return workPerLookup * len(r.values) }) {
		for i, value := range r.values {
			_, has := slices.BinarySearch(r.problem.values[v], value)
			signatures[i] = strconv.AppendBool(signatures[i], has)
		}
	}
	for _, j := range stop.Each(r.problem.watch, r.fields, func(j int) int { return len(r.values) * r.workOf(j) }) {
		f := &r.plan.fields[j]
		if f.automaton == nil {
			for i, value := range r.values {
				signatures[i] = strconv.AppendBool(signatures[i], f.matters(r.cut, value))
			}
			continue
		}
		for position := r.fixed(f); position < len(f.scope); position++ {
			columns := f.automaton.column[position]
			for i, value := range r.values {
				if c, has := slices.BinarySearch(f.automaton.values[position], value); has {
					signatures[i] = fmt.Append(signatures[i], columns[c], " ")
				}
			}
		}
	}
	var classes machine.Numbered[string, int]
	var list [][]int
	for i, value := range r.values {
		class := classes.Number(string(signatures[i]), value)
		if class == len(list) {
			list = append(list, nil)
		}
		list[class] = append(list[class], value)
	}
	return list
}
