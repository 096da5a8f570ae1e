package answer

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Program is the answer of a solver of integer programs.
type Program struct {
	Feasible   bool // it has a solution
	Infeasible bool
	True       map[formula.Literal]bool // the columns that are 1 in the solution; solvers may leave out the columns that are 0

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

// ReadProgram reads the output or the solution file of a solver of integer programs. It reads lines with the name of a
// column before its value, lines with a verdict, and GLPK's raw form, "s mip ROWS COLUMNS STATUS VALUE" and "j COLUMN VALUE". It
// skips other lines. names are the names of the columns.
func ReadProgram(file string, r io.Reader, names []string) (*Program, error) {
	literals := make(map[string]formula.Literal, len(names))
	for i, name := range names {
		literals[name] = formula.Literal(i + 1)
	}
	answer := &Program{True: map[formula.Literal]bool{}}
	var above formula.Literal // the column at the end of the line above: GLPK breaks the line after a long name
	err := eachLine(file, r, func(_ int, words []string) error {
		switch {
		case len(words) == 6 && words[0] == "s" && words[1] == "mip":
			answer.Feasible = answer.Feasible || words[4] == "o" || words[4] == "f"
			answer.Infeasible = answer.Infeasible || words[4] == "n"
			return nil
		case len(words) == 3 && words[0] == "j":
			if n, err := strconv.Atoi(words[1]); err == nil && 0 < n && n <= len(names) {
				answer.column(names, formula.Literal(n), words[2])
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

func (a *Program) column(names []string, l formula.Literal, text string) {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || min(math.Abs(value), math.Abs(value-1)) > integral:
		a.odd = fmt.Errorf("found %s = %s, expected 0 or 1", names[l-1], text)
	case value > 0.5:
		a.True[l] = true
	}
}
