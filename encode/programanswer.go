package encode

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"qmsat/model"
)

// ProgramAnswer is what a solver of integer programs said.
type ProgramAnswer struct {
	Feasible   bool // it has a solution
	Infeasible bool
	True       map[Literal]bool // the columns that are 1 in it; solvers may leave out those that are 0

	odd error // says which column is neither 0 nor 1, which is no fault where there is no solution
}

// programVerdicts are the beginnings of the lines by which solvers say what they found, in lower case and with single blanks;
// true stands for a solution. They are of CBC, GLPK, HiGHS and SCIP, on standard output and in their files of solutions.
var programVerdicts = map[string]bool{
	"optimal":                                   true,
	"status: integer optimal":                   true,
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

// ReadProgramAnswer reads the output of a solver of integer programs, or its file of solutions: lines in which the name of a
// column stands before its value, lines that say what was found, and GLPK's raw form, "s mip ROWS COLUMNS STATUS VALUE" and
// "j COLUMN VALUE". Other lines are skipped. The names are those of the columns.
func ReadProgramAnswer(file string, r io.Reader, names []string) (*ProgramAnswer, error) {
	literals := make(map[string]Literal, len(names))
	for i, name := range names {
		literals[name] = Literal(i + 1)
	}
	answer := &ProgramAnswer{True: map[Literal]bool{}}
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
		err = &model.InputError{File: file, Message: "found both that there is a solution and that there is none"}
	case answer.Feasible && answer.odd != nil:
		err = &model.InputError{File: file, Message: answer.odd.Error()}
	}
	return answer, err
}

// integral is how far solvers in floating point leave a whole number.
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
