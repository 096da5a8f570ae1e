package answer

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"qmsat/encode/formula"
	"qmsat/model"
)

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
// skips other lines. names are the names of the columns. A solution is a model of the columns that are 1, and of no others: solvers
// may leave out the columns that are 0.
func ReadProgram(file string, r io.Reader, names []string) (*Answer, error) {
	literals := make(map[string]formula.Literal, len(names))
	for i, name := range names {
		literals[name] = formula.Literal(i + 1)
	}
	answer, isTrue := &Answer{}, map[formula.Literal]bool{}
	var odd error // names a column that is neither 0 nor 1; ignored if there is no solution
	column := func(l formula.Literal, text string) {
		value, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || min(math.Abs(value), math.Abs(value-1)) > integral:
			odd = fmt.Errorf("found %s = %s, expected 0 or 1", names[l-1], text)
		case value > 0.5:
			isTrue[l] = true
		}
	}
	var above formula.Literal // the column at the end of the line above: GLPK breaks the line after a long name
	err := eachLine(file, r, func(_ int, words []string) error {
		switch {
		case len(words) == 6 && words[0] == "s" && words[1] == "mip":
			answer.Satisfiable = answer.Satisfiable || words[4] == "o" || words[4] == "f"
			answer.Unsatisfiable = answer.Unsatisfiable || words[4] == "n"
			return nil
		case len(words) == 3 && words[0] == "j":
			if n, err := strconv.Atoi(words[1]); err == nil && 0 < n && n <= len(names) {
				column(formula.Literal(n), words[2])
				return nil
			}
		}
		line := strings.ToLower(strings.Join(words, " "))
		for verdict, found := range programVerdicts {
			if strings.HasPrefix(line, verdict) {
				answer.Satisfiable = answer.Satisfiable || found
				answer.Unsatisfiable = answer.Unsatisfiable || !found
			}
		}
		if above != 0 && len(words) > 1 && words[0] == "*" {
			column(above, words[1])
		}
		above = literals[words[len(words)-1]]
		for i, word := range words {
			rest := words[i+1:]
			if len(rest) > 1 && rest[0] == "*" { // GLPK's mark of integer columns
				rest = rest[1:]
			}
			if l := literals[word]; l != 0 && len(rest) > 0 {
				column(l, rest[0])
			}
		}
		return nil
	})
	switch {
	case err != nil:
	case answer.Satisfiable && answer.Unsatisfiable:
		err = &model.InputError{File: file, Message: "found both feasible and infeasible, expected one of them"}
	case answer.Satisfiable && odd != nil:
		err = &model.InputError{File: file, Message: odd.Error()}
	case answer.Satisfiable:
		answer.Models = [][]formula.Literal{slices.Sorted(maps.Keys(isTrue))}
	}
	return answer, err
}

// integral is how far from a whole number a solver's floating-point value may be.
const integral = 1e-4
