package program

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model"
)

// Program is a model under a cube as a linear program over 0/1 variables. It has a column for each variable of the model
// and each of its values; the column is 1 if the variable has the value. Its rows are the constraints of [CompilePB]; for Sudoku
// these are the four families of equations of Bartlett and Langville, "An integer programming model for the Sudoku problem",
// 2006, and an equation for each given. The objective is the model's, if it has one.
//
// It keeps the rows, because the MPS format lists them by column. Memory: 16 bytes a term, 4 if all weights of its row
// are 1, and 72 bytes a row.
type Program struct {
	Map       *formula.Map
	ctx       context.Context // of its making
	objective []formula.Term
	maximize  bool
	rows      []integerRow
}

// integerRow is a constraint on a weighted sum of columns, or a sum alone.
type integerRow struct {
	terms    []formula.Term
	units    []formula.Literal // instead of terms that all have weight 1
	relation formula.Relation
	bound    int
}

func (r *integerRow) size() int { return len(r.terms) + len(r.units) }

// each yields the terms until the context of w has ended.
func (r *integerRow) each(w *programWriter) iter.Seq2[int, formula.Term] {
	return func(yield func(int, formula.Term) bool) {
		for i := range r.size() {
			t := formula.Term{Weight: 1}
			if r.units != nil {
				t.Literal = r.units[i]
			} else {
				t = r.terms[i]
			}
			if w.watch.Over(stepsPerItem) != nil || !yield(i, t) {
				return
			}
		}
	}
}

// New makes the rows.
func New(ctx context.Context, m *model.Model, cube model.Cube, options formula.Options) (*Program, error) {
	memory.Growing(ctx, "the rows of the integer program")
	p := &Program{ctx: ctx}
	vm, err := Compile(ctx, m, cube, formula.Options{Implied: options.Implied, Bare: true}, p)
	if err != nil {
		return nil, err
	}
	p.Map = vm
	if o := m.Objective; o != nil {
		p.maximize, p.objective = o.Maximize, objective(ctx, vm)
	}
	return p, context.Cause(ctx)
}

// Clause implements [Sink].
func (p *Program) Clause(clause []formula.Literal) {
	terms, bound := clauseTerms(clause)
	p.Constraint(terms, formula.AtLeast, bound)
}

// Constraint implements [PBSink].
func (p *Program) Constraint(terms []formula.Term, relation formula.Relation, bound int) error {
	row := integerRow{terms: terms, relation: relation, bound: bound}
	if !slices.ContainsFunc(terms, func(t formula.Term) bool { return t.Weight != 1 }) {
		row.terms, row.units = nil, lists.Map(terms, func(t formula.Term) formula.Literal { return t.Literal })
	}
	p.rows = memory.Append(p.ctx, "the rows of the integer program", p.rows, row)
	return nil
}

// Rows returns the number of rows.
func (p *Program) Rows() int { return len(p.rows) }

// Truncate drops all rows but the first n.
func (p *Program) Truncate(n int) { p.rows = p.rows[:n] }

// ColumnNames returns the names of the columns, in the order of the literals: r1c2_8 says r1c2 = 8, and a_m3 says a = -3. Two
// kinds of names are replaced by names such as x17, for literal 17, as for auxiliary variables: formats of linear programs read
// an e before a digit as an exponent, and some readers reject names over 100 bytes.
func (p *Program) ColumnNames(ctx context.Context) []string {
	names := make([]string, 0, p.Map.Variables())
	for l, g := range p.Map.Values(ctx) {
		if l < 0 {
			continue // it has no column
		}
		name := p.columnName(g)
		if misread(name) {
			name = numbered(l)
		}
		names = append(names, name)
	}
	for l := formula.Literal(len(names) + 1); len(names) < p.Map.Variables() && ctx.Err() == nil; l++ {
		names = append(names, numbered(l))
	}
	return names
}

// numbered returns the name of a column without a name of its own.
func numbered(l formula.Literal) string { return "x" + strconv.Itoa(int(l)) }

// columnName returns the name of the column of a variable and a value.
func (p *Program) columnName(g model.Given) string {
	return p.Map.Model.NameOf(g.Var) + "_" + strings.Replace(strconv.Itoa(g.Value), "-", "m", 1)
}

// maxColumnName is the length of a name that all readers accept.
const maxColumnName = 100

// misread reports whether some reader takes a name for something else, or rejects it.
func misread(name string) bool {
	exponent := (name[0] == 'e' || name[0] == 'E') && '0' <= name[1] && name[1] <= '9'
	return exponent || len(name) > maxColumnName
}
