package formula

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"qmsat/model"
)

// MaxVariables bounds the variables of a formula. It is more than the largest grids need. Every solver can number this many
// literals, and a wide domain is refused before it fills the memory.
const MaxVariables = 1 << 26

var errVariables = fmt.Errorf("the formula would need more than %d variables", MaxVariables)

// Map says what the literals of a formula mean in the model: each variable has a literal for each of its values, numbered from
// the lowest value up, one variable after the other. Auxiliary variables follow. If the encoding depends on the givens, values
// that they exclude have no literal, and variables that they fix have none at all.
type Map struct {
	Model     *model.Model
	left      []model.Domain // by variable: the values that it may have; never empty
	first     []Literal      // by variable: the literal of its lowest value, or True if it is fixed
	own       int            // how many variables stand for values; they come first
	variables int            // of the formula, auxiliary ones included
	projected bool           // some auxiliary variable is not determined by the model's variables
	bare      bool           // variable n, whose values are 0 and 1, has the literal n if it is 1 and −n if it is 0
}

// newMap numbers the literals. The reduction leaves every variable a value.
func newMap(m *model.Model, r Reduction) (*Map, error) {
	vm := &Map{Model: m, left: r.Left, first: make([]Literal, len(m.Variables))}
	for i, v := range m.Variables {
		if r.Fixed[i] {
			vm.first[i] = True
			continue
		}
		vm.first[i] = Literal(vm.variables + 1)
		size := r.Left[i].Size()
		if size > MaxVariables-vm.variables {
			return nil, fmt.Errorf("variable %s with %d values: %w", v.Name, size, errVariables)
		}
		vm.variables += size
	}
	vm.own = vm.variables
	return vm, nil
}

// Variables returns the number of variables of the formula.
func (vm *Map) Variables() int { return vm.variables }

// ModelVariables returns how many variables stand for values of the model's variables; they come first.
func (vm *Map) ModelVariables() int { return vm.own }

// Projected reports whether models of the formula must be projected on the literals of the outputs to count solutions.
func (vm *Map) Projected() bool { return vm.projected || vm.Model.Projected() }

// Left returns the values that v may have: its domain, or the part that the givens leave if the encoding depends on them. The
// result is never empty.
func (vm *Map) Left(v model.Var) model.Domain { return vm.left[v] }

// Fixed reports whether v has just one value and no literals.
func (vm *Map) Fixed(v model.Var) bool { return vm.first[v] == True }

// Literal returns the literal that says v = value: True if v is fixed to it, False if v cannot take it.
func (vm *Map) Literal(v model.Var, value int) Literal {
	i, ok := vm.left[v].Index(value)
	if !ok {
		return False
	}
	return vm.At(v, i)
}

// Excluding returns the clause that only assignments with these values of the variables violate. Fixed variables are left out.
func (vm *Map) Excluding(variables []model.Var, a model.Assignment) (clause []Literal) {
	for _, v := range variables {
		if !vm.Fixed(v) {
			clause = append(clause, -vm.Literal(v, a[v]))
		}
	}
	return clause
}

// At returns the literal of the value of v at an index.
func (vm *Map) At(v model.Var, index int) Literal {
	switch n := Literal(v + 1); {
	case !vm.bare:
		return vm.first[v] + Literal(index)
	case index == 0:
		return -n
	default:
		return n
	}
}

// makeBare drops half of the model's variables of the formula: see [Options].
func (vm *Map) makeBare() {
	vm.bare = true
	vm.own = len(vm.Model.Variables)
	vm.variables -= vm.own
}

// Values yields the literals of all values of all variables, True for those of fixed variables, until the context ends.
func (vm *Map) Values(ctx context.Context) iter.Seq2[Literal, model.Given] {
	return func(yield func(Literal, model.Given) bool) {
		for v := range vm.Model.Variables {
			i := 0
			for value := range vm.left[v].All() {
				l := True
				if !vm.Fixed(model.Var(v)) {
					l = vm.At(model.Var(v), i)
				}
				if l%stepsPerPoll == 0 && ctx.Err() != nil || !yield(l, model.Given{Var: model.Var(v), Value: value}) {
					return
				}
				i++
			}
		}
	}
}

// Literals returns the literals of all values that v may have, lowest value first: just True if v is fixed.
func (vm *Map) Literals(v model.Var) []Literal {
	literals := make([]Literal, vm.left[v].Size())
	for i := range literals {
		literals[i] = vm.At(v, i)
	}
	return literals
}

// Names returns a function that writes literals of the formula in symbols, such as "r1c2=8" and "¬r1c2=8". Auxiliary variables are
// a "#" and their number.
func (vm *Map) Names() func(Literal) string {
	var open []model.Var // those with literals, which ascend
	for v := range model.Var(len(vm.left)) {
		if !vm.Fixed(v) {
			open = append(open, v)
		}
	}
	return func(l Literal) string {
		n, sign := max(l, -l), ""
		if l < 0 {
			sign = "¬"
		}
		switch {
		case int(n) > vm.own:
			return sign + "#" + strconv.Itoa(int(n))
		case vm.bare:
			v := model.Var(n - 1)
			return fmt.Sprintf("%s=%d", vm.Model.NameOf(v), vm.left[v].Value(max(0, int(l/n))))
		}
		i, exact := slices.BinarySearchFunc(open, n, func(v model.Var, n Literal) int { return cmp.Compare(vm.first[v], n) })
		if !exact {
			i--
		}
		v := open[i]
		return fmt.Sprintf("%s%s=%d", sign, vm.Model.NameOf(v), vm.left[v].Value(int(n-vm.first[v])))
	}
}

// Cube returns the literals of the givens, except of fixed variables. ok is false if a given excludes every solution, because its
// variable cannot have the value.
func (vm *Map) Cube(cube model.Cube) (literals []Literal, ok bool) {
	for _, g := range cube {
		l := vm.Literal(g.Var, g.Value)
		if l == False {
			return nil, false
		}
		if l != True {
			literals = append(literals, l)
		}
	}
	return literals, true
}

// Decode reads an assignment of the formula: each variable of the model gets the value whose literal is true, or its fixed value.
// It fails if a variable has no such value, or several.
func (vm *Map) Decode(isTrue func(Literal) bool, a model.Assignment) error {
	for i, v := range vm.Model.Variables {
		found := 0
		k := 0
		for value := range vm.left[i].All() {
			if vm.first[i] == True || isTrue(vm.At(model.Var(i), k)) {
				a[i] = value
				found++
			}
			k++
		}
		if found != 1 {
			return fmt.Errorf("variable %s has %d values in the assignment, expected one", v.Name, found)
		}
	}
	return nil
}

// Reduction says what values the givens leave to the variables of a model.
type Reduction struct {
	// Left is, by variable, the values that remain. If one is empty, there is no solution.
	Left []model.Domain
	// Fixed says, by variable, that only one value remains. A fixed variable has no literals in the formula.
	Fixed []bool
}

// WholeModel returns the reduction that leaves everything as it is.
func WholeModel(m *model.Model) Reduction {
	r := Reduction{make([]model.Domain, len(m.Variables)), make([]bool, len(m.Variables))}
	for i, v := range m.Variables {
		r.Left[i] = v.Domain
	}
	return r
}

// contradiction reports whether some variable has no value left.
func (r Reduction) contradiction() bool { return slices.ContainsFunc(r.Left, model.Domain.Empty) }

// Counting returns the comments that say how the formula's models are counted, as the Model Counting Competitions require: "c t
// mc", or if counting needs projection "c t pmc" and "c p show … 0" with the literals of the outputs.
func (vm *Map) Counting() string {
	if !vm.Projected() {
		return "c t mc\n"
	}
	text := []byte("c t pmc\nc p show ")
	for _, v := range vm.Model.OutputVars() {
		if !vm.Fixed(v) {
			for _, l := range vm.Literals(v) {
				if l > 0 {
					text = AppendLiteral(text, l)
				}
			}
		}
	}
	return string(append(text, EndOfClause...))
}
