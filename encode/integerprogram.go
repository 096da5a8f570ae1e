package encode

import (
	"context"
	"strconv"
	"strings"

	"qmsat/internal/memory"
	"qmsat/model"
)

// IntegerProgram is a model under a cube as a linear program over 0/1 variables: for each variable of the model and each of
// its values a column, which is 1 where the variable has the value. The rows are the constraints of [CompilePB]; for Sudoku
// they are the four families of equations of Bartlett and Langville, "An integer programming model for the Sudoku problem",
// 2006, and an equation for each given. The objective is the model's, where it has one.
//
// The rows are kept, as the MPS format lists them by column. Memory: 16 bytes a term.
type IntegerProgram struct {
	Map       *Map
	objective []Term
	maximize  bool
	terms     []Term // of all rows, one row after the other
	rows      []integerRow
}

// integerRow is a constraint on a weighted sum of columns.
type integerRow struct {
	end      int // of its terms
	relation Relation
	bound    int
}

// NewIntegerProgram makes the rows.
func NewIntegerProgram(ctx context.Context, m *model.Model, cube model.Cube) (*IntegerProgram, error) {
	memory.Growing(ctx, "the rows of the integer program")
	p := &IntegerProgram{}
	vm, err := CompilePB(ctx, m, cube, p)
	if err != nil {
		return nil, err
	}
	p.Map = vm
	if o := m.Objective; o != nil {
		p.maximize, p.objective = o.Maximize, vm.objective(ctx)
	}
	return p, context.Cause(ctx)
}

// Clause implements [Sink].
func (p *IntegerProgram) Clause(clause []Literal) {
	terms, bound := clauseTerms(clause)
	p.add(terms, AtLeast, bound)
}

// Constraint implements [PBSink].
func (p *IntegerProgram) Constraint(terms []Term, relation Relation, bound int) error {
	p.add(terms, relation, bound)
	return nil
}

func (p *IntegerProgram) add(terms []Term, relation Relation, bound int) {
	p.terms = append(p.terms, terms...)
	p.rows = append(p.rows, integerRow{len(p.terms), relation, bound})
}

// Rows returns the number of rows.
func (p *IntegerProgram) Rows() int { return len(p.rows) }

// Truncate drops all rows but the first n.
func (p *IntegerProgram) Truncate(n int) {
	p.rows, p.terms = p.rows[:n], p.terms[:p.start(n)]
}

func (p *IntegerProgram) start(row int) int {
	if row == 0 {
		return 0
	}
	return p.rows[row-1].end
}

func (p *IntegerProgram) row(i int) []Term { return p.terms[p.start(i):p.rows[i].end] }

// ColumnNames returns the names of the columns, that of literal 1 first: r1c2_8 says r1c2 = 8, and a_m3 says a = -3. Formats
// of linear programs read an e before a digit as an exponent, and some readers take no name over 100 bytes: instead of such
// a name there is x17, of literal 17, as for auxiliary variables.
func (p *IntegerProgram) ColumnNames(ctx context.Context) []string {
	names := make([]string, 0, p.Map.Variables())
	for l, g := range p.Map.values(ctx) {
		name := p.columnName(g)
		if misread(name) {
			name = numbered(l)
		}
		names = append(names, name)
	}
	for l := Literal(len(names) + 1); len(names) < p.Map.Variables() && ctx.Err() == nil; l++ {
		names = append(names, numbered(l))
	}
	return names
}

// numbered is the name of a column that no name says what it is of.
func numbered(l Literal) string { return "x" + strconv.Itoa(int(l)) }

// columnName returns the name that says what a column is.
func (p *IntegerProgram) columnName(g model.Given) string {
	return p.Map.model.NameOf(g.Var) + "_" + strings.Replace(strconv.Itoa(g.Value), "-", "m", 1)
}

// maxColumnName is the length of a name that all readers take.
const maxColumnName = 100

// misread reports whether some reader takes a name for something else, or not at all.
func misread(name string) bool {
	exponent := (name[0] == 'e' || name[0] == 'E') && '0' <= name[1] && name[1] <= '9'
	return exponent || len(name) > maxColumnName
}
