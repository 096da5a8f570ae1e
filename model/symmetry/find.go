package symmetry

import (
	"context"
	"slices"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/implied"
)

const (
	maxWork   = 4_000_000 // steps of the whole search for symmetries
	maxTuples = 1 << 7    // of a constraint that is compared by its tuples
	maxDomain = 1 << 10   // values that are compared

	workPerTry = 1 << 4 // steps to try a symmetry, and the number of variables that one step moves
)

// Symmetry takes each solution to one, and different ones to different ones. It moves variables and values.
type Symmetry struct {
	to     []model.Var // by variable
	values []model.Permutation
}

// Given returns what a value of a variable becomes.
func (s Symmetry) Given(g model.Given) model.Given {
	for _, p := range s.values {
		g.Value = p.Of(g.Value)
	}
	return model.Given{Var: s.to[g.Var], Value: g.Value}
}

// Image writes what an assignment becomes.
func (s Symmetry) Image(a, image model.Assignment) {
	for v, value := range a {
		g := s.Given(model.Given{Var: model.Var(v), Value: value})
		image[g.Var] = g.Value
	}
}

// Then returns the symmetry that does what s does, and then what next does.
func (s Symmetry) Then(next Symmetry) Symmetry {
	to := lists.Map(s.to, func(v model.Var) model.Var { return next.to[v] })
	return Symmetry{to, slices.Concat(s.values, next.values)}
}

// Formula returns the formula that holds in the image of an assignment exactly if f holds in the assignment.
func (s Symmetry) Formula(f model.Formula) model.Formula {
	return model.MapAtoms(f, func(atom model.In) model.Formula {
		for _, p := range s.values {
			atom.Values = p.Domain(atom.Values)
		}
		return model.In{Var: s.to[atom.Var], Values: atom.Values}
	})
}

// Of returns the symmetry that moves the values of variables, and permutes them.
func Of(to []model.Var, values ...model.Permutation) Symmetry { return Symmetry{to, values} }

// Identity returns the symmetry of a model that changes nothing.
func Identity(m *model.Model) Symmetry {
	return Symmetry{to: lists.Numbers[model.Var](len(m.Variables))}
}

// Find returns symmetries of the solutions of a model under a cube, each its own inverse. It may miss some; if the context ends, more.
func Find(ctx context.Context, m *model.Model, cube model.Cube) (list []Symmetry) {
	f := newFinder(ctx, m, cube)
	if slices.ContainsFunc(f.domains, model.Domain.Empty) {
		return nil
	}
	for _, class := range f.values() {
		for _, value := range class[1:] {
			list = append(list, Symmetry{f.identity(), []model.Permutation{{A: class[0], B: value}}})
		}
	}
	return slices.Concat(list, f.reversal(), f.movements())
}

// finder looks for symmetries of a model whose domains are those under the givens.
type finder struct {
	model      *model.Model
	domains    []model.Domain
	exclusions *implied.Exclusions
	forms      []model.Constraint
	texts      map[string]bool // of the forms
	at         [][]int         // by variable: its forms
	watch      *stop.Watch
	work       int              // left
	scratch    model.Assignment // of form
}

func newFinder(ctx context.Context, m *model.Model, cube model.Cube) *finder {
	f := &finder{
		model: m, exclusions: implied.NewExclusions(ctx, m), texts: map[string]bool{}, at: make([][]int, len(m.Variables)),
		domains: lists.Map(m.Variables, func(v model.Variable) model.Domain { return v.Domain }), watch: stop.NewWatch(ctx),
		work: maxWork, scratch: make(model.Assignment, len(m.Variables)),
	}
	for _, g := range cube {
		one := model.Values(g.Value)
		f.domains[g.Var] = f.domains[g.Var].Intersect(one)
		peers := f.exclusions.Peers(g.Var)
		for _, v := range peers {
			f.domains[v] = f.domains[v].Minus(one)
		}
		if f.watch.Over(len(peers)) != nil {
			break
		}
	}
	for _, c := range m.Constraints {
		form := f.form(c)
		f.texts[textOf(form)] = true
		for _, v := range form.Scope() {
			f.at[v] = append(f.at[v], len(f.forms))
		}
		f.forms = append(f.forms, form)
	}
	return f
}

// over counts work, and reports whether it must end.
func (f *finder) over(work int) bool {
	f.work -= work
	return f.work < 0 || f.watch.Over(work) != nil
}

func textOf(c model.Constraint) string { return model.CanonicalText(model.Normal(c)) }

// form returns the constraint as the table of its tuples, if these are few. So constraints of all kinds can be compared.
func (f *finder) form(c model.Constraint) model.Constraint {
	if alike, _ := model.Take[*model.AllDifferent]([]model.Constraint{c}); alike != nil {
		return c
	}
	scope, tuples := c.Scope(), 1
	for _, v := range scope {
		if size := f.domains[v].Size(); tuples*max(size, 1) <= maxTuples {
			tuples *= size
		} else {
			return c
		}
	}
	if f.over(tuples * len(scope)) {
		return c
	}
	table, a := &model.Table{Vars: scope}, f.scratch
	var list func(i int)
	list = func(i int) {
		if i < len(scope) {
			for a[scope[i]] = range f.domains[scope[i]].All() {
				list(i + 1)
			}
		} else if c.Holds(a) {
			table.Tuples = append(table.Tuples, lists.Map(scope, func(v model.Var) int { return a[v] }))
		}
	}
	list(0)
	return table
}

// is reports whether an exchange of variables, with a permutation of the values, takes solutions to solutions. It may miss that.
func (f *finder) is(to []model.Var, values model.Permutation) bool {
	if f.over(workPerTry + len(to)/workPerTry) {
		return false
	}
	touched := map[int]bool{}
	for v, w := range to {
		if f.over(1) || !values.Domain(f.domains[v]).Equal(f.domains[w]) {
			return false
		}
	}
	move := model.Substitution{Var: func(v model.Var) (model.Var, bool) { return to[v], true }}
	for v, w := range to {
		for _, i := range f.at[v] {
			if touched[i] || !values.Moves() && int(w) == v {
				continue
			}
			touched[i] = true
			image := model.Permuted(f.forms[i], values)
			if image == nil || f.over(len(image.Scope())) || !f.texts[textOf(image.Substitute(move))] {
				return false
			}
		}
	}
	return true
}

// identity moves no variable.
func (f *finder) identity() []model.Var { return lists.Numbers[model.Var](len(f.domains)) }

// values returns the classes of values that can be exchanged, ascending, those of several values only.
func (f *finder) values() (classes [][]int) {
	var all model.Domain
	for _, d := range f.domains {
		if all = all.Union(d); all.Size() > maxDomain {
			return nil
		}
	}
next:
	for value := range all.All() {
		if f.over(1) {
			break
		}
		for i, class := range classes {
			if f.is(f.identity(), model.Permutation{A: class[0], B: value}) {
				classes[i] = append(class, value)
				continue next
			}
		}
		classes = append(classes, []int{value})
	}
	return lists.Filter(classes, func(class []int) bool { return len(class) > 1 })
}

// reversal returns the reversal of all values, from the least to the greatest.
func (f *finder) reversal() []Symmetry {
	least, most := f.domains[0].Min(), f.domains[0].Max()
	for _, d := range f.domains {
		least, most = min(least, d.Min()), max(most, d.Max())
	}
	reversed := model.Permutation{A: least, B: most, Reversed: true}
	if least == most || !f.is(f.identity(), reversed) {
		return nil
	}
	return []Symmetry{{f.identity(), []model.Permutation{reversed}}}
}

// movements returns symmetries of a grid: each row, band, column and stack with the next one that it can be exchanged with,
// reflections of the grid and of all its bands, the transposition.
func (f *finder) movements() (list []Symmetry) {
	g := f.model.Grid
	if g == nil {
		return nil
	}
	moved := func(to func(row, column int) (int, int)) bool {
		moves := f.identity()
		copy(moves, g.Moved(to)) // each movement is its own inverse
		found := f.is(moves, model.Permutation{})
		if found {
			list = append(list, Symmetry{to: moves})
		}
		return found
	}
	if g.Rows == g.Columns {
		moved(func(row, column int) (int, int) { return column, row })
	}
	f.alongRows(g.Rows, func(of func(int) int) bool {
		return moved(func(row, column int) (int, int) { return of(row), column })
	})
	f.alongRows(g.Columns, func(of func(int) int) bool {
		return moved(func(row, column int) (int, int) { return row, of(column) })
	})
	return list
}

// alongRows tries movements of n rows: blocks that are exchanged, and rows that are reversed in all blocks.
func (f *finder) alongRows(n int, try func(of func(int) int) bool) {
	for size := 1; size <= n; size++ {
		if n%size != 0 {
			continue
		}
		if size > 1 {
			try(func(row int) int { return row + size - 1 - 2*(row%size) })
		}
		for a := 0; a < n; a += size {
			for b := a + size; b < n && !f.over(1); b += size {
				exchange := func(row int) int {
					switch row - row%size {
					case a:
						return row - a + b
					case b:
						return row - b + a
					}
					return row
				}
				if try(exchange) {
					break
				}
			}
		}
	}
}
