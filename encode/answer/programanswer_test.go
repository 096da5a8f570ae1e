package answer

import (
	"fmt"
	"strings"
	"testing"
)

// TestReadProgramAnswer reads answers as solvers write them, good and bad.
func TestReadProgramAnswer(t *testing.T) {
	names := []string{"a_1", "a_2", "x3"}
	for text, want := range map[string]string{
		"Optimal - objective value 0.00\n      0 a_1       1        0\n      2 x3    0.99999999    0\n": "solution 1 3",
		"Infeasible - objective value 0.00\n  0 a_1  0.4  0\n":                                          "none",
		"s mip 3 3 o 0\ni 1 1\nj 1 0\nj 2 1\nj 3 0\ne o f\n":                                            "solution 2",
		"s mip 3 3 n 0\nj 1 0\n":         "none",
		"s mip 3 3 u 0\nj 1 0\n":         "nothing",
		"s bas 3 3 f f 0\nj 1 b 0.5 0\n": "nothing",
		"Status:     INTEGER OPTIMAL\n     1 a_1      *              1             0             1\n": "solution 1",
		"Status: INTEGER NON-OPTIMAL\n 1 a_1\n     *    1      0     1\n 2 a_2\n   *   0    0    1\n": "solution 1",
		"Status: INTEGER OPTIMAL\n 1 a_1\n 2 a_2 * 0 0 1\n * 1 0 1\n":                                 "solution",
		"Status:     INTEGER EMPTY\n": "none",
		"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 3\na_1 0\na_2 1\nx3 1\n# Rows 1\nc1 1\n": "solution 2 3",
		"solution status: optimal solution found\nobjective value: 0\na_2                  1 \t(obj:0)\n":                             "solution 2",
		"SCIP Status        : problem is solved [infeasible]\n":                                                                       "none",
		"Stopped on time - objective value 3\n  1 a_2 1 0\n":                                                                          "solution 2",
		"Stopped on time (no integer solution - continuous used) - objective value 0\n 1 a_2 0.5 0\n":                                 "nothing",
		"":                      "nothing",
		"Optimal\n a_1 0.5\n":   "answer: found a_1 = 0.5, expected 0 or 1",
		"Optimal\n a_1 one\n":   "answer: found a_1 = one, expected 0 or 1",
		"Optimal\nInfeasible\n": "answer: found both feasible and infeasible, expected one of them",
		"j 4 1\nj 0 1\nj x 1\ns mip\nObjective:  obj = 0\na_1\nProblem a_2\n": "nothing",
	} {
		answer, err := ReadProgram("answer", strings.NewReader(text), names)
		got := "nothing"
		switch {
		case err != nil:
			got = err.Error()
		case answer.Unsatisfiable:
			got = "none"
		case answer.Satisfiable:
			got = "solution"
			for _, l := range answer.Models[0] {
				got += fmt.Sprint(" ", l)
			}
		}
		if got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}

// TestReadPBAnswer reads answers of pseudo-Boolean solvers, good and bad.
func TestReadPBAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"s OPTIMUM FOUND\nv x1 -x2\nv x3\n":                  "[[1 -2 3]] false",
		"v x1 ~x2\nv -x1 x2\ns SATISFIABLE\n":                "[[1 -2] [-1 2]] false",
		"c nothing\ns UNSATISFIABLE\n":                       "[] true",
		"s UNSATISFIABLE\nv x1\n":                            "f: found both satisfiable and unsatisfiable, expected one of them",
		"s OPTIMUM FOUND\ns UNSATISFIABLE\n":                 "f: found both satisfiable and unsatisfiable, expected one of them",
		"v x1 2\n":                                           "f:1: found \"2\", expected a variable such as x1 or -x1",
		"v x0\n":                                             "f:1: found \"x0\", expected a variable such as x1 or -x1",
		"s UNKNOWN\n":                                        "f: the solver did not decide: there is no answer to decode",
		"c x1 x2 x3\no 3\nc v x1\ns SATISFIABLE\nv -x4 x5\n": "[[-4 5]] false",
	} {
		answer, err := (&Exported{rows: []numberedRow{}}).ReadAnswer("f", strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(answer.Models, answer.Unsatisfiable)
		}
		if got != want {
			t.Errorf("%q: %s, expected %s", text, got, want)
		}
	}
}
