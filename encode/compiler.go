package encode

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"qmsat/model"
)

// Compiler is what encoders write through. It hands out literals and variables, and passes clauses on to the sink.
type Compiler struct {
	Model *model.Model
	Map   *Map

	choice  Choice
	amo     AtMostOne
	ctx     context.Context
	sink    Sink
	clauses int64
	err     error
	buffer  []Literal
	memo    map[string]Literal // gates already written, by their inputs

	houses [][]int // by variable: the places of the all-different constraints it is in, ascending
}

// clausesPerPoll is how many clauses are written between two looks at the context.
const clausesPerPoll = 1 << 16

// Compile writes the model's clauses to the sink and returns what its literals mean. It is deterministic: the same model
// and choice give the same clauses in the same order. It stops with the context's error where that ends first.
func Compile(ctx context.Context, m *model.Model, choice Choice, sink Sink) (*Map, error) {
	choice = choice.withDefaults()
	cells, err := cellEncodings.lookup(choice.Cells)
	if err != nil {
		return nil, err
	}
	sum, err := sumEncodings.lookup(choice.Sum)
	if err != nil {
		return nil, err
	}
	amo, err := atMostOnes.lookup(choice.AMO)
	if err != nil {
		return nil, err
	}
	variables, err := newMap(m)
	if err != nil {
		return nil, err
	}
	c := &Compiler{
		Model: m, Map: variables,
		choice: choice, amo: amo, ctx: ctx, sink: sink,
		memo: map[string]Literal{}, houses: allDifferentsOf(m),
	}
	for v := range m.Variables {
		cells.Variable(c, model.Var(v))
	}
	if err := c.constraints(cells, sum); err != nil {
		return nil, err
	}
	return c.Map, c.err
}

// constraints writes the claimed groups, each where its first constraint stands, and the other constraints by kind.
func (c *Compiler) constraints(cells CellEncoding, sum SumEncoding) error {
	groups := map[int]Group{} // by first constraint
	claimed := map[int]bool{}
	for _, claim := range []Claim{sum.Claim, cells.Claim} {
		if claim == nil {
			continue
		}
		for _, group := range claim(c.Model) {
			if slices.ContainsFunc(group.Constraints, func(i int) bool { return claimed[i] }) {
				continue
			}
			groups[group.Constraints[0]] = group
			for _, i := range group.Constraints {
				claimed[i] = true
			}
		}
	}
	for i, constraint := range c.Model.Constraints {
		var err error
		if group, starts := groups[i]; starts {
			err = group.Encode(c)
		} else if !claimed[i] {
			err = c.constraint(i, constraint, cells, sum)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", model.Describe(c.Model, constraint), err)
		}
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

func (c *Compiler) constraint(i int, constraint model.Constraint, cells CellEncoding, sum SumEncoding) error {
	switch constraint := constraint.(type) {
	case *model.AllDifferent:
		cells.AllDifferent(c, i, constraint)
		return nil
	case *model.Linear:
		return sum.Linear(c, i, constraint)
	}
	encode, err := kindEncodings.lookup(constraint.Kind())
	if err != nil {
		return err
	}
	return encode(c, i, constraint)
}

// Add writes a clause. The literals must be different variables; use [Compiler.AddSimplified] where that is not certain.
func (c *Compiler) Add(literals ...Literal) {
	if c.err != nil {
		return
	}
	c.clauses++
	if c.clauses%clausesPerPoll == 0 {
		c.err = context.Cause(c.ctx)
	}
	c.buffer = append(c.buffer[:0], literals...)
	c.sink.Clause(c.buffer)
}

// True and False are literals without a variable, for encoders that simplify: only [Compiler.AddSimplified] and the gates
// take them.
const (
	True  Literal = math.MaxInt32
	False Literal = -True
)

// AddSimplified writes a clause without its repeated and false literals, or nothing where the clause is true whatever the
// assignment.
func (c *Compiler) AddSimplified(literals []Literal) {
	if simple, valid := simplify(literals); !valid {
		c.Add(simple...)
	}
}

// simplify sorts a disjunction by variable and drops repeated and false literals; valid says that it is always true.
func simplify(literals []Literal) (simple []Literal, valid bool) {
	for _, l := range literals {
		if l == True {
			return nil, true
		}
		if l != False {
			simple = append(simple, l)
		}
	}
	slices.SortFunc(simple, func(a, b Literal) int { return cmp.Or(cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(a, b)) })
	simple = slices.Compact(simple)
	for i := 1; i < len(simple); i++ {
		if simple[i] == -simple[i-1] {
			return nil, true
		}
	}
	return simple, false
}

// NewVariable returns the literal of a variable that no clause has yet. It must be determined by the values of the
// model's variables in every satisfying assignment; otherwise call NewFreeVariable.
func (c *Compiler) NewVariable() Literal {
	c.Map.variables++
	return Literal(c.Map.variables)
}

// NewFreeVariable returns the literal of a variable whose value may be open even where the model's variables are all
// fixed, so that the formula has more models than the model solutions, and counting it needs projection.
func (c *Compiler) NewFreeVariable() Literal {
	c.Map.projected = true
	return c.NewVariable()
}

// AtMostOne writes that no two of the literals are true, in the chosen way. excluded reports pairs, by index, that other
// clauses already exclude; nil means none.
func (c *Compiler) AtMostOne(literals []Literal, excluded func(i, j int) bool) {
	if len(literals) < 2 {
		return
	}
	if excluded == nil || c.choice.Published {
		excluded = func(int, int) bool { return false }
	}
	c.amo.Encode(c, literals, excluded)
}

// allDifferentsOf returns, by variable, the places of the all-different constraints it is in.
func allDifferentsOf(m *model.Model) [][]int {
	places := make([][]int, len(m.Variables))
	for i, constraint := range m.Constraints {
		if a, ok := constraint.(*model.AllDifferent); ok {
			for _, v := range a.Vars {
				places[v] = append(places[v], i)
			}
		}
	}
	return places
}

// Different reports whether an all-different constraint keeps two variables apart.
func (c *Compiler) Different(u, v model.Var) bool {
	return c.differentBefore(u, v, len(c.Model.Constraints))
}

// differentBefore reports whether an all-different constraint placed before the given one keeps two variables apart.
func (c *Compiler) differentBefore(u, v model.Var, place int) bool {
	for _, i := range c.houses[u] {
		if i < place && slices.Contains(c.houses[v], i) {
			return true
		}
	}
	return false
}
