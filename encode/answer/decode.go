package answer

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"qmsat/encode/formula"
	"qmsat/internal/input"
	"qmsat/model"
)

// Exported is the content of a file that [DIMACS] wrote: the meaning of its literals, and the clauses that an assignment must
// satisfy.
type Exported struct {
	names     []string // of the variables, in the order of the file
	values    map[string][]namedValue
	clauses   []numberedClause
	rows      []numberedRow // of OPB and LP files
	columns   []string      // of LP files: their names, by literal
	highest   formula.Literal
	projected bool // counters project models, and may leave out variables
}

type namedValue struct {
	line    int
	literal formula.Literal // 0 if the name is fixed to the value
	value   int
}

type numberedClause struct {
	line     int
	literals []formula.Literal
}

// ReadExported reads a DIMACS CNF file with "c var" and "c fix" lines; file is its name in errors, which are *[model.InputError].
func ReadExported(file string, r io.Reader) (*Exported, error) {
	e := &Exported{values: map[string][]namedValue{}}
	clauses, problem := 0, false
	var clause []formula.Literal
	err := eachLine(file, r, func(number int, words []string) error {
		switch {
		case words[0] == "c":
			return e.comment(number, words)
		case words[0] == "p":
			if problem {
				return fmt.Errorf("found a second line p cnf")
			}
			var err error
			e.highest, clauses, err = problemLine(words)
			problem = err == nil
			return err
		case !problem:
			return fmt.Errorf("found a clause before the line p cnf")
		}
		for _, word := range words {
			l, err := e.literal(word)
			if err != nil {
				return err
			}
			if l != 0 {
				clause = append(clause, l)
				continue
			}
			e.clauses = append(e.clauses, numberedClause{number, clause})
			clause = nil
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case !problem:
		return nil, &model.InputError{File: file, Message: "no line p cnf: expected a DIMACS CNF file"}
	case len(e.names) == 0:
		return nil, &model.InputError{File: file, Message: "no c var or c fix lines: expected a file that export wrote"}
	case len(e.clauses) != clauses || clause != nil:
		// Without all clauses, a wrong answer might pass for a right one.
		return nil, &model.InputError{File: file, Message: fmt.Sprintf(
			"%d clauses that end in 0, but the line p cnf says %d: the file is cut off or damaged", len(e.clauses), clauses)}
	}
	if err := e.checkNames(file); err != nil {
		return nil, err
	}
	return e, nil
}

// checkNames reports a "c var" line for a literal that is not in the formula.
func (e *Exported) checkNames(file string) error {
	for _, name := range e.names {
		for _, v := range e.values[name] {
			if max(v.literal, -v.literal) > e.highest {
				return &model.InputError{File: file, Line: v.line, Message: fmt.Sprintf(
					"found variable %d, expected one of the %d variables", v.literal, e.highest)}
			}
		}
	}
	return nil
}

func problemLine(words []string) (highest formula.Literal, clauses int, err error) {
	if len(words) == 4 && words[1] == "cnf" {
		variables, err1 := strconv.ParseInt(words[2], 10, 32)
		clauses, err2 := strconv.Atoi(words[3])
		if err1 == nil && err2 == nil && variables >= 0 && clauses >= 0 {
			return formula.Literal(variables), clauses, nil
		}
	}
	return 0, 0, fmt.Errorf("found %q, expected p cnf VARIABLES CLAUSES", strings.Join(words, " "))
}

func (e *Exported) literal(word string) (formula.Literal, error) {
	l, err := strconv.ParseInt(word, 10, 32)
	if err != nil || max(l, -l) > int64(e.highest) {
		return 0, fmt.Errorf("found %q, expected a literal of up to %d variables", word, e.highest)
	}
	return formula.Literal(l), nil
}

// comment reads a line such as "c var 17 r1c2=8", "c fix r1c2=8" or "c t pmc", and ignores other comments.
func (e *Exported) comment(line int, words []string) error {
	expected := ""
	switch {
	case len(words) > 2 && words[1] == "t" && words[2] == "pmc":
		e.projected = true
		return nil
	case len(words) > 1 && words[1] == "var":
		expected = "NUMBER NAME=VALUE"
		if len(words) == 4 && isLiteral(words[2]) {
			if literal, _ := strconv.Atoi(words[2]); literal != 0 && e.addValue(line, formula.Literal(literal), words[3]) {
				return nil
			}
		}
	case len(words) > 1 && words[1] == "fix":
		expected = "NAME=VALUE"
		if len(words) == 3 && e.addValue(line, 0, words[2]) {
			return nil
		}
	default:
		return nil
	}
	return fmt.Errorf("found %s, expected c %s %s", strings.Join(words, " "), words[1], expected)
}

// addValue notes the meaning of a literal, such as "r1c2=8". It reports false if the text has no such form.
func (e *Exported) addValue(line int, literal formula.Literal, text string) bool {
	name, number, _ := strings.Cut(text, "=")
	value, err := strconv.Atoi(number)
	if err != nil || name == "" {
		return false
	}
	if e.values[name] == nil {
		e.names = append(e.names, name)
	}
	e.values[name] = append(e.values[name], namedValue{line, literal, value})
	return true
}

// Answer is the answer of a solver or a model counter.
type Answer struct {
	Satisfiable   bool // the solver said so
	Unsatisfiable bool
	Undecided     bool                // the solver said that it does not know
	Models        [][]formula.Literal // the true literals of each "v" group
	Count         *big.Int            // of models, or nil if unknown
	Projected     bool                // the count is of models projected on the variables of "c p show", as the counter said
}

// Read reads a solver's output as [ReadOutput] does. Output without a model or a verdict is an error, and so is a
// contradiction.
func Read(file string, r io.Reader) (*Answer, error) {
	answer, err := ReadOutput(file, r)
	if err == nil {
		err = answer.verdict(file, "no model and no s UNSATISFIABLE: expected a SAT solver's output")
	}
	return answer, err
}

// verdict returns an error if an answer contradicts itself, or if the solver did not decide. If the answer has no model and is not
// unsatisfiable, it returns one with the text missing.
func (a *Answer) verdict(file, missing string) error {
	switch solved := len(a.Models) > 0; {
	case a.Undecided && !solved && !a.Unsatisfiable:
		return &model.InputError{File: file, Message: "the solver did not decide: there is no answer to decode"}
	case a.Unsatisfiable && (solved || a.Satisfiable):
		return &model.InputError{File: file, Message: "found both satisfiable and unsatisfiable, expected one of them"}
	case !a.Unsatisfiable && !solved:
		return &model.InputError{File: file, Message: missing}
	}
	return nil
}

// ReadOutput reads a solver's output. It accepts "s SATISFIABLE", "s UNSATISFIABLE" and "v" lines; in these a 0 ends a model. It
// also accepts minisat's result file: "SAT" and a model without "v", or "UNSAT". From model counters it accepts the formats of
// the Model Counting Competitions: "c s exact arb int N" with "c s type mc" or "c s type pmc", or "s mc N" or "s pmc N". It skips
// other lines.
func ReadOutput(file string, r io.Reader) (*Answer, error) {
	answer := &Answer{}
	var current []formula.Literal
	inModel, bare := false, false // inModel: the model continues on the next line; bare: models have no v lines
	err := eachLine(file, r, func(_ int, words []string) error {
		switch word := words[0]; {
		case word == "s" || word == "c":
			return answer.status(words)
		case word == "v":
			words = words[1:]
		case len(words) == 1 && word == "SAT":
			answer.Satisfiable, bare = true, true
			return nil
		case len(words) == 1 && word == "UNSAT":
			answer.Unsatisfiable = true
			return nil
		case len(words) == 1 && (word == "INDET" || word == "INDETERMINATE"):
			answer.Undecided = true
			return nil
		case !bare || !isLiteral(word):
			return strayModel(words, isLiteral)
		}
		for _, word := range words {
			if !isLiteral(word) {
				return fmt.Errorf("found %q, expected a literal", word)
			}
			l, _ := strconv.Atoi(word)
			if inModel = l != 0; inModel {
				current = append(current, formula.Literal(l))
				continue
			}
			answer.Models = append(answer.Models, current)
			current = nil
		}
		return nil
	})
	if err == nil && inModel {
		err = &model.InputError{File: file, Message: "the last model does not end in 0: the solver's output is cut off"}
	}
	return answer, err
}

// strayModel returns an error if a line that is skipped has the literals of a model, with nothing or another letter in place of "v ".
func strayModel(words []string, isLiteral func(string) bool) error {
	first := words[0]
	if rest := first[1:]; (rest == "" || isLiteral(first) || isLiteral(rest)) && len(words) > 2 && !slices.ContainsFunc(words[1:], func(word string) bool {
		return !isLiteral(word)
	}) {
		return fmt.Errorf("found %q before literals, expected v", first)
	}
	return nil
}

// isLiteral reports whether a word is a literal, or 0.
func isLiteral(word string) bool {
	l, err := strconv.ParseInt(word, 10, 32)
	return err == nil && l != math.MinInt32 // the least int32 cannot be negated
}

// status reads an s line, or a c line that may be about a count.
func (a *Answer) status(words []string) error {
	var number string
	switch line := strings.Join(words, " "); {
	case line == "s SATISFIABLE":
		a.Satisfiable = true
	case line == "s UNSATISFIABLE":
		a.Unsatisfiable = true
	case strings.HasPrefix(line, satisfiable):
		return fmt.Errorf("found %q, expected %s alone", input.Clip(line), satisfiable)
	case line == notKnown:
		a.Undecided = true
	case line == "c s type pmc":
		a.Projected = true
	case strings.HasPrefix(line, "c s exact arb int "):
		number = words[len(words)-1]
	case strings.HasPrefix(line, "s mc "), strings.HasPrefix(line, "s pmc "):
		number = words[len(words)-1]
		a.Projected = a.Projected || words[1] == "pmc"
	}
	if number == "" {
		return nil
	}
	count, ok := new(big.Int).SetString(number, 10)
	if !ok || count.Sign() < 0 {
		return fmt.Errorf("found %q, expected a number of models", strings.Join(words, " "))
	}
	a.Count = count
	return nil
}

// Decode turns a model of the formula into names and values, in the order of the file. It checks that the model breaks no clause
// and gives each name exactly one value. A model may lack variables: solvers leave out variables that may have either value.
// Decode reads these as false. Model counters also leave out variables that are projected away. In a formula with "c t pmc",
// Decode thus does not check the clauses of variables that lack a name and a value.
func (e *Exported) Decode(literals []formula.Literal) (names []string, values []int, err error) {
	isTrue := make(map[formula.Literal]bool, len(literals))
	for _, l := range literals {
		isTrue[l] = true
	}
	for _, l := range literals {
		switch {
		case max(l, -l) > e.highest:
			return nil, nil, fmt.Errorf("the assignment has %d, expected a literal of up to %d variables", l, e.highest)
		case isTrue[-l]:
			return nil, nil, fmt.Errorf("the assignment has both %d and %d", max(l, -l), -max(l, -l))
		}
	}
	holds := func(l formula.Literal) bool { return isTrue[l] || l < 0 && !isTrue[-l] }
	var named map[formula.Literal]bool
	if e.projected {
		named = e.namedVariables()
	}
	mayHold := func(l formula.Literal) bool { return holds(l) || e.projected && !isTrue[-l] && !named[max(l, -l)] }
	for _, clause := range e.clauses {
		if !slices.ContainsFunc(clause.literals, mayHold) {
			return nil, nil, fmt.Errorf("the assignment breaks the clause on line %d", clause.line)
		}
	}
	for _, row := range e.rows {
		if !row.holds(isTrue) {
			return nil, nil, fmt.Errorf("the assignment breaks the constraint on line %d", row.line)
		}
	}
	for _, name := range e.names {
		found := 0
		for _, v := range e.values[name] {
			if v.literal == 0 || holds(v.literal) {
				values = append(values, v.value)
				found++
			}
		}
		if found != 1 {
			return nil, nil, fmt.Errorf("%s has %d values in the assignment, expected one", name, found)
		}
	}
	return e.names, values, nil
}

// namedVariables returns the variables that give names their values.
func (e *Exported) namedVariables() map[formula.Literal]bool {
	named := map[formula.Literal]bool{}
	for _, values := range e.values {
		for _, v := range values {
			named[max(v.literal, -v.literal)] = true
		}
	}
	return named
}

// Solution decodes a model of the formula and makes a model of its names. That model has a grid if the names are those of all
// cells of a grid.
func (e *Exported) Solution(literals []formula.Literal) (*model.Model, model.Assignment, error) {
	names, values, err := e.Decode(literals)
	m := &model.Model{Grid: &model.Grid{}}
	for i, name := range names {
		m.AddVariable(name, model.Values(values[i]))
		if row, column, ok := model.ParseCellName(name); ok {
			m.Grid.Rows, m.Grid.Columns = max(m.Grid.Rows, row+1), max(m.Grid.Columns, column+1)
		}
	}
	if m.Validate() != nil {
		m.Grid = nil
	}
	return m, values, err
}

// eachLine calls read with the words of each line that is not blank, and adds file and line to its errors.
func eachLine(file string, r io.Reader, read func(number int, words []string) error) error {
	_, err := input.EachLine(context.Background(), file, r, math.MaxInt, func(number int, line string) error {
		words := strings.Fields(line)
		if len(words) == 0 {
			return nil
		}
		if err := read(number, words); err != nil {
			return input.ErrorAt(0, "%v", err)
		}
		return nil
	})
	return err
}
