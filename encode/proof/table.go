package proof

import (
	"encoding/binary"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() { register((*remainder).table) }

const (
	tagAllowed   = 'c'
	tagForbidden = 'd'
)

// table returns the rest of a table: the open columns of the tuples that are within the domains and agree with the fixed values.
func (r *remainder) table(c *model.Table, _ *partLeft, prefix []int32, w *witness) ([]byte, error) {
	var columns []int
	for i, v := range c.Vars {
		if r.at[v] >= r.fixed {
			columns = append(columns, i)
		}
	}
	slices.SortFunc(columns, func(a, b int) int { return w.variable(c.Vars[a]) - w.variable(c.Vars[b]) })
	var rows []string
next:
	for _, tuple := range c.Tuples {
		for i, v := range c.Vars {
			if at := r.at[v]; at < r.fixed && r.values[prefix[at]] != tuple[i] {
				continue next
			}
		}
		var row []byte
		for _, i := range columns {
			number, known := r.number[tuple[i]]
			if _, has := slices.BinarySearch(r.domains[c.Vars[i]], number); !known || !has {
				continue next
			}
			row = binary.AppendUvarint(row, uint64(w.value(number)))
		}
		rows = append(rows, string(row))
	}
	switch {
	case len(rows) == 0 && !c.Forbidden, len(rows) > 0 && c.Forbidden && len(columns) == 0:
		return nil, errRefuted
	case len(rows) == 0, len(columns) == 0:
		return nil, nil
	}
	text := []byte{tagAllowed}
	if c.Forbidden {
		text = []byte{tagForbidden}
	}
	vars := lists.Map(columns, func(column int) int { return w.variable(c.Vars[column]) })
	text = appendList(text, vars)
	slices.Sort(rows)
	for _, row := range slices.Compact(rows) { // all rows have the same length
		text = append(text, row...)
	}
	return text, nil
}

// mostPairs limits the tuples tried to make a table.
const mostPairs = 1 << 16

// tabulated writes a constraint of another kind as a table of the tuples that meet it, and returns the table's rest.
func (r *remainder) tabulated(c model.Constraint, prefix []int32, w *witness) ([]byte, error) {
	if r.tables[c] == nil {
		table, err := r.tableOf(c)
		if err != nil {
			return nil, err
		}
		r.tables[c] = table
	}
	return r.table(r.tables[c], nil, prefix, w)
}

// tableOf tries all values of the variables, or of the variables that decide the others.
func (r *remainder) tableOf(c model.Constraint) (*model.Table, error) {
	scope, size := c.Scope(), 1
	trying := scope
	decided, is := c.(model.Decided)
	if is {
		x, y := decided.Deciding()
		trying = []model.Var{x, y}
	}
	for _, v := range trying {
		if size *= len(r.domains[v]); size > mostPairs {
			return nil, fmt.Errorf("%s: more than %d tuples of values, the limit of this proof", model.Describe(r.model, c), mostPairs)
		}
	}
	if is {
		domains := map[model.Var]model.Domain{}
		for _, v := range scope {
			values := lists.Map(r.domains[v], func(number int) int { return r.values[number] })
			domains[v] = model.Values(values...)
		}
		return decided.Table(func(v model.Var) model.Domain { return domains[v] }), nil
	}
	table, a := &model.Table{Vars: scope}, make(model.Assignment, len(r.model.Variables))
	for number := range size {
		tuple := make([]int, len(scope))
		for i, v := range scope {
			d := r.domains[v]
			tuple[i], number = r.values[d[number%len(d)]], number/len(d)
			a[v] = tuple[i]
		}
		if c.Holds(a) {
			table.Tuples = append(table.Tuples, tuple)
		}
	}
	return table, nil
}
