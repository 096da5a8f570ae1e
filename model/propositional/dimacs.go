// Package propositional reads formulas of solvers as models of 0/1 variables: DIMACS CNF, and OPB with its sums and objective.
package propositional

import (
	"context"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/pattern"
	"qmsat/model"
)

// ReadDIMACS reads a formula in DIMACS CNF as a model. Variable n is x<n>, with the values 0 and 1; each clause is a rule.
// The outputs are the variables of "c p show … 0" lines (Model Counting Competition, data format of 2021) or of "c ind … 0"
// (ApproxMC). A line that begins with % ends the formula, as in the files of SATLIB. Weights are refused. There are no
// givens. A projection on no variables, and a formula without variables, have one output with one value.
func ReadDIMACS(file string, r io.Reader) (*model.Model, model.Cube, error) {
	d := &dimacsReader{propositional: newPropositional()}
	lines, err := input.EachLine(context.Background(), file, r, input.MaxLine, d.line)
	if err == nil {
		err = d.finish(file, lines+1)
	}
	if err != nil {
		return nil, nil, err
	}
	return d.Model, nil, nil
}

type dimacsReader struct {
	propositional
	number    int  // of the current line
	problem   bool // the line p cnf has been read
	ended     bool // a line that begins with % has been read
	declared  int  // clauses
	clauses   int
	literals  []int // of the current clause
	shown     []shownVariable
	showing   bool // variables to project on have been read, perhaps none
	projected int  // number of a line with c t pmc, or 0
}

// shownVariable is a variable to project on, with its position, which may be before the line p cnf.
type shownVariable struct{ number, line, column int }

func (d *dimacsReader) line(at int, line string) error {
	d.number = at
	switch begin := strings.TrimSpace(line); {
	case strings.HasPrefix(begin, "c"):
		return d.comment(line, strings.Fields(begin[1:]))
	case d.ended && strings.Trim(begin, "0") != "":
		return input.ErrorAt(1, "found %q behind %%, which ends the formula", input.Clip(begin))
	case d.ended:
		return nil
	case strings.HasPrefix(begin, "%"):
		d.ended = true
		return nil
	case strings.HasPrefix(begin, "p"):
		return d.problemLine(line)
	}
	for at, word := range input.WordsAt(line) {
		if !d.problem {
			return input.ErrorAt(at+1, "found %q, expected p cnf VARIABLES CLAUSES first", input.Clip(word))
		}
		if d.clauses == d.declared {
			return input.ErrorAt(at+1, "found %q behind the last of the %d clauses that the line p cnf says, expected the end of the file",
				input.Clip(word), d.declared)
		}
		l, err := number(at+1, word, -len(d.Variables), len(d.Variables), "a literal of the variables that the line p cnf says, or 0")
		if err != nil {
			return err
		}
		if l != 0 {
			d.literals = append(d.literals, l)
			continue
		}
		d.clause(d.literals)
		d.literals = d.literals[:0]
		d.clauses++
	}
	return nil
}

func (d *dimacsReader) problemLine(line string) error {
	if d.problem {
		return input.ErrorAt(1, "found a second line p, expected clauses")
	}
	words := strings.Fields(line)
	if len(words) != 4 || words[0] != "p" || words[1] != "cnf" {
		return input.ErrorAt(1, "found %q, expected p cnf VARIABLES CLAUSES", input.Clip(line))
	}
	last := strings.LastIndex(line, words[3])
	variables, err := number(strings.LastIndex(line[:last], words[2])+1, words[2], 0, maxPropositional, "0 to 1048576 variables")
	if err != nil {
		return err
	}
	if d.declared, err = number(last+1, words[3], 0, math.MaxInt, "the number of clauses"); err != nil {
		return err
	}
	d.problem = true
	d.grow(variables)
	return nil
}

// Comments with a meaning. In other comments, their first words begin a sentence.
var (
	shownLine   = pattern.New(`^(p show|ind)( [-+\d]| .*\b0$)|^p show$`)
	weightLine  = pattern.New(`^t \w*wmc$|^(p weight|weights)( [-+\d]| .*\b0$)|^MUST MULTIPLY BY ([^1]|1\S)`)
	listComment = pattern.New(`^[^\d\s]\S*( [^\d\s]\S*)?( [1-9]\d*)+ 0$|^p \S+ 0$`)
)

// comment reads the words of a line after c, and ignores those without a meaning.
func (d *dimacsReader) comment(line string, words []string) error {
	text := strings.Join(words, " ")
	switch {
	case text == "t pmc":
		d.projected = d.number
	case weightLine().MatchString(text):
		return input.ErrorAt(1, "found %q, expected a formula without weights", input.Clip(line))
	case shownLine().MatchString(text):
		shown, err := shownVariables(line, len(strings.Fields(line))-len(words)+strings.Count(words[0], "p")+1)
		for i := range shown {
			shown[i].line = d.number
		}
		d.shown, d.showing = append(d.shown, shown...), true
		return err
	}
	return checkComment(line, text, "c p show or c ind")
}

// checkComment refuses a comment that looks like a list of variables to project on after a misspelt word. It accepts the name of a
// model, and p optshow, which changes no count.
func checkComment(line, text, expected string) error {
	if !listComment().MatchString(text) || strings.HasPrefix(text, "model ") || strings.HasPrefix(text, "p optshow ") {
		return nil
	}
	return input.ErrorAt(1, "found %q, expected %s before a list of variables to project on", input.Clip(line), expected)
}

// shownVariables reads variables and a final 0, after the first words of a line.
func shownVariables(line string, first int) (shown []shownVariable, err error) {
	word, last := 0, "nothing"
	for at, text := range input.WordsAt(line) {
		if word++; word <= first {
			continue
		}
		if last == "0" {
			return nil, input.ErrorAt(at+1, "found %q behind 0, expected the end of the line", input.Clip(text))
		}
		n, err := number(at+1, text, 0, maxPropositional, "a variable, or 0 at the end")
		if err != nil {
			return nil, err
		}
		if last = text; n > 0 {
			shown = append(shown, shownVariable{number: n, column: at + 1})
		} else {
			last = "0"
		}
	}
	if last != "0" {
		return nil, input.ErrorAt(len(line)+1, "found %s at the end of variables to project on, expected 0", last)
	}
	return shown, nil
}

// finish checks the formula as a whole.
func (d *dimacsReader) finish(file string, end int) error {
	fail := func(line int, format string, args ...any) error {
		return input.Located(file, line, input.ErrorAt(1, format, args...))
	}
	switch {
	case !d.problem:
		return fail(end, "found the end of the file, expected p cnf VARIABLES CLAUSES")
	case len(d.literals) > 0:
		return fail(end, "found the end of the file in a clause, expected 0")
	case d.clauses < d.declared:
		return fail(end, "found %d clauses, expected the %d that the line p cnf says", d.clauses, d.declared)
	case d.projected > 0 && !d.showing:
		return fail(d.projected, "found a projection on no variables, expected them in c p show … 0")
	}
	var outputs []model.Var
	for _, s := range d.shown {
		if s.number > len(d.Variables) {
			return input.Located(file, s.line, input.ErrorAt(s.column, "found variable %d, expected one of the %d that the line p cnf says",
				s.number, len(d.Variables)))
		}
		outputs = append(outputs, model.Var(s.number-1))
	}
	if d.showing || len(d.Variables) == 0 {
		d.output(outputs)
	}
	return nil
}

// propositional is a model from a format with 0/1 variables numbered from 1. They are called x1, x2 and so on.
type propositional struct {
	*model.Model
	atoms [2][]model.Formula // by value and variable: the formula that the variable has this value
	signs []int8             // by variable: its sign in the clause being added, 0 otherwise
}

// maxPropositional bounds the variables of a propositional model; each takes some 300 bytes.
const maxPropositional = 1 << 20

func newPropositional() propositional { return propositional{Model: &model.Model{}} }

var truthValues = model.Interval(0, 1)

// grow makes sure that there are n variables.
func (p *propositional) grow(n int) {
	for i := len(p.Variables); i < n; i++ {
		v := p.AddVariable("x"+strconv.Itoa(i+1), truthValues)
		for value := range p.atoms {
			p.atoms[value] = append(p.atoms[value], model.Is(v, value))
		}
		p.signs = append(p.signs, 0)
	}
}

// clause adds the clause of some literals. They are numbers of variables, negative if the variable is 0. A repeated literal
// counts once; a clause with a literal and its negation is left out.
func (p *propositional) clause(literals []int) {
	formula, valid := make(model.Or, 0, len(literals)), false
	for _, l := range literals {
		v, value := max(l, -l)-1, 1
		sign := int8(1)
		if l < 0 {
			sign, value = -1, 0
		}
		switch p.signs[v] {
		case 0:
			p.signs[v] = sign
			formula = append(formula, p.atoms[value][v])
		case -sign:
			valid = true
		}
	}
	for _, l := range literals {
		p.signs[max(l, -l)-1] = 0
	}
	switch {
	case valid:
	case len(formula) == 1:
		p.Constraints = append(p.Constraints, &model.Rule{Formula: formula[0]})
	default:
		p.Constraints = append(p.Constraints, &model.Rule{Formula: formula})
	}
}

// atLeast adds Σ terms ≥ bound, as a clause if it is one.
func (p *propositional) atLeast(terms []model.Term, bound int) error {
	literals := make([]int, len(terms))
	missing := bound // what true literals must add, if each adds the absolute value of its coefficient
	least := math.MaxInt
	for i, t := range terms {
		literals[i] = int(t.Var) + 1
		least = min(least, max(t.Coefficient, -t.Coefficient))
		if t.Coefficient < 0 {
			literals[i] *= -1
			missing -= t.Coefficient
		}
	}
	if missing <= 0 {
		return nil
	}
	if least >= missing {
		p.clause(literals)
		return nil
	}
	return p.linear(terms, bound, model.NoUpper)
}

// linear adds lo ≤ Σ terms ≤ hi.
func (p *propositional) linear(terms []model.Term, lo, hi int) error {
	c := &model.Linear{Terms: terms, Lo: lo, Hi: hi}
	p.Constraints = append(p.Constraints, c)
	return p.ValidateConstraint(c)
}

// output makes variables outputs, in order and without repeats. Without any, a new one with one value stands for the solution.
func (p *propositional) output(vars []model.Var) {
	if len(vars) == 0 {
		vars = []model.Var{p.AddVariable("solution", model.Values(1))}
	}
	slices.Sort(vars)
	p.Outputs = slices.Compact(vars)
}

// number reads a whole number from lo to hi; what names it in errors.
func number(column int, word string, lo, hi int, what string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < lo || n > hi {
		return 0, input.ErrorAt(column, "found %q, expected %s", input.Clip(word), what)
	}
	return n, nil
}
