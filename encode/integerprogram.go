package encode

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"qmsat/internal/memory"
	"qmsat/model"
)

// IntegerProgram is a model under a cube as a linear program over 0/1 variables. It has a column for each variable of the model
// and each of its values; the column is 1 if the variable has the value. Its rows are the constraints of [CompilePB]; for Sudoku
// these are the four families of equations of Bartlett and Langville, "An integer programming model for the Sudoku problem",
// 2006, and an equation for each given. The objective is the model's, if it has one.
//
// It keeps the rows, because the MPS format lists them by column. Memory: 16 bytes a term.
type IntegerProgram struct {
	Map       *Map
	ctx       context.Context // of its making
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
func NewIntegerProgram(ctx context.Context, m *model.Model, cube model.Cube, options Options) (*IntegerProgram, error) {
	memory.Growing(ctx, "the rows of the integer program")
	p := &IntegerProgram{ctx: ctx}
	vm, err := CompilePB(ctx, m, cube, Options{Implied: options.Implied, Bare: true}, p)
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
	p.Constraint(terms, AtLeast, bound)
}

// Constraint implements [PBSink].
func (p *IntegerProgram) Constraint(terms []Term, relation Relation, bound int) error {
	p.terms = memory.Append(p.ctx, "the rows of the integer program", p.terms, terms...)
	p.rows = memory.Append(p.ctx, "the rows of the integer program", p.rows, integerRow{len(p.terms), relation, bound})
	return nil
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

// ColumnNames returns the names of the columns, in the order of the literals: r1c2_8 says r1c2 = 8, and a_m3 says a = -3. Two
// kinds of names are replaced by names such as x17, for literal 17, as for auxiliary variables: formats of linear programs read
// an e before a digit as an exponent, and some readers reject names over 100 bytes.
func (p *IntegerProgram) ColumnNames(ctx context.Context) []string {
	names := make([]string, 0, p.Map.Variables())
	for l, g := range p.Map.values(ctx) {
		if l < 0 {
			continue // it has no column
		}
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

// numbered returns the name of a column without a name of its own.
func numbered(l Literal) string { return "x" + strconv.Itoa(int(l)) }

// columnName returns the name of the column of a variable and a value.
func (p *IntegerProgram) columnName(g model.Given) string {
	return p.Map.model.NameOf(g.Var) + "_" + strings.Replace(strconv.Itoa(g.Value), "-", "m", 1)
}

// maxColumnName is the length of a name that all readers accept.
const maxColumnName = 100

// misread reports whether some reader takes a name for something else, or rejects it.
func misread(name string) bool {
	exponent := (name[0] == 'e' || name[0] == 'E') && '0' <= name[1] && name[1] <= '9'
	return exponent || len(name) > maxColumnName
}

// ProgramAnswer is the answer of a solver of integer programs.
type ProgramAnswer struct {
	Feasible   bool // it has a solution
	Infeasible bool
	True       map[Literal]bool // the columns that are 1 in the solution; solvers may leave out the columns that are 0

	odd error // names a column that is neither 0 nor 1; ignored if there is no solution
}

// programVerdicts are the beginnings of the lines in which solvers state their result, in lower case and with single blanks; true
// stands for a solution. CBC, GLPK, HiGHS and SCIP write such lines on standard output and in their solution files.
var programVerdicts = map[string]bool{
	"optimal":                                   true,
	"status: integer optimal":                   true,
	"status: integer non-optimal":               true,
	"stopped on time - objective value":         true,
	"result - optimal solution found":           true,
	"model status : optimal":                    true,
	"solution status: optimal":                  true,
	"scip status : problem is solved [optimal":  true,
	"infeasible":                                false,
	"integer infeasible":                        false,
	"status: integer empty":                     false,
	"problem is infeasible":                     false,
	"result - problem proven infeasible":        false,
	"result - linear relaxation infeasible":     false,
	"problem has no primal feasible solution":   false,
	"problem has no integer feasible solution":  false,
	"model status : infeasible":                 false,
	"solution status: infeasible":               false,
	"scip status : problem is solved [infeasib": false,
}

// ReadProgramAnswer reads the output or the solution file of a solver of integer programs. It reads lines with the name of a
// column before its value, lines with a verdict, and GLPK's raw form, "s mip ROWS COLUMNS STATUS VALUE" and "j COLUMN VALUE". It
// skips other lines. names are the names of the columns.
func ReadProgramAnswer(file string, r io.Reader, names []string) (*ProgramAnswer, error) {
	literals := make(map[string]Literal, len(names))
	for i, name := range names {
		literals[name] = Literal(i + 1)
	}
	answer := &ProgramAnswer{True: map[Literal]bool{}}
	var above Literal // the column at the end of the line above: GLPK breaks the line after a long name
	err := eachLine(file, r, func(_ int, words []string) error {
		switch {
		case len(words) == 6 && words[0] == "s" && words[1] == "mip":
			answer.Feasible = answer.Feasible || words[4] == "o" || words[4] == "f"
			answer.Infeasible = answer.Infeasible || words[4] == "n"
			return nil
		case len(words) == 3 && words[0] == "j":
			if n, err := strconv.Atoi(words[1]); err == nil && 0 < n && n <= len(names) {
				answer.column(names, Literal(n), words[2])
				return nil
			}
		}
		line := strings.ToLower(strings.Join(words, " "))
		for verdict, found := range programVerdicts {
			if strings.HasPrefix(line, verdict) {
				answer.Feasible = answer.Feasible || found
				answer.Infeasible = answer.Infeasible || !found
			}
		}
		if above != 0 && len(words) > 1 && words[0] == "*" {
			answer.column(names, above, words[1])
		}
		above = literals[words[len(words)-1]]
		for i, word := range words {
			rest := words[i+1:]
			if len(rest) > 1 && rest[0] == "*" { // GLPK's mark of integer columns
				rest = rest[1:]
			}
			if l := literals[word]; l != 0 && len(rest) > 0 {
				answer.column(names, l, rest[0])
			}
		}
		return nil
	})
	switch {
	case err != nil:
	case answer.Feasible && answer.Infeasible:
		err = &model.InputError{File: file, Message: "found both feasible and infeasible, expected one of them"}
	case answer.Feasible && answer.odd != nil:
		err = &model.InputError{File: file, Message: answer.odd.Error()}
	}
	return answer, err
}

// integral is how far from a whole number a solver's floating-point value may be.
const integral = 1e-4

func (a *ProgramAnswer) column(names []string, l Literal, text string) {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || min(math.Abs(value), math.Abs(value-1)) > integral:
		a.odd = fmt.Errorf("found %s = %s, expected 0 or 1", names[l-1], text)
	case value > 0.5:
		a.True[l] = true
	}
}
