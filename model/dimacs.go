package model

import (
	"context"
	"io"
	"math"
	"strings"

	"qmsat/internal/document"
)

func init() {
	RegisterReader(Reader{
		Name: "dimacs", Suffixes: []string{".cnf", ".dimacs"}, Summary: "DIMACS CNF; c p show, c ind and c t pmc make the projection", Read: stopped(ReadDIMACS),
	})
}

// ReadDIMACS reads a formula in DIMACS CNF as a model: variable n is x<n>, with the values 0 and 1, each clause a rule, and the
// variables of "c p show … 0" lines (Model Counting Competition, data format of 2021), or of "c ind … 0" (ApproxMC), are the outputs. A line that begins
// with % ends the formula, as in the files of SATLIB. Weights are refused. There are no givens.
func ReadDIMACS(file string, r io.Reader) (*Model, Cube, error) {
	d := &dimacsReader{propositional: newPropositional()}
	lines, err := document.EachLine(context.Background(), file, r, document.MaxLine, d.line)
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
	number    int  // of the line that is read
	problem   bool // the line p cnf was read
	ended     bool // so was one that begins with %
	declared  int  // clauses
	clauses   int
	literals  []int // of the clause that is read
	shown     []shownVariable
	projected int // a line that says c t pmc or shows variables, or 0
}

// shownVariable is a variable to project on and where it stands, which may be before the line p cnf.
type shownVariable struct{ number, line, column int }

func (d *dimacsReader) line(place int, line string) error {
	d.number = place
	switch {
	case strings.HasPrefix(line, "c"):
		return d.comment(line)
	case d.ended:
		return nil
	case strings.HasPrefix(line, "%"):
		d.ended = true
		return nil
	case strings.HasPrefix(line, "p"):
		return d.problemLine(line)
	}
	for at, word := range wordsAt(line) {
		if !d.problem {
			return document.ErrorAt(at+1, "found %q, expected p cnf VARIABLES CLAUSES first", document.Clip(word))
		}
		if d.clauses == d.declared {
			return document.ErrorAt(at+1, "found %q behind the last of the %d clauses that the line p cnf says, expected the end of the file",
				document.Clip(word), d.declared)
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
		return document.ErrorAt(1, "found a second line p, expected clauses")
	}
	words := strings.Fields(line)
	if len(words) != 4 || words[0] != "p" || words[1] != "cnf" {
		return document.ErrorAt(1, "found %q, expected p cnf VARIABLES CLAUSES", document.Clip(line))
	}
	last := strings.LastIndex(line, words[3])
	variables, err := number(strings.LastIndex(line[:last], words[2])+1, words[2], 1, maxPropositional, "1 to 1048576 variables")
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

// comment reads "c p show" and "c t"; other comments say nothing.
func (d *dimacsReader) comment(line string) error {
	words := strings.Fields(line)
	switch {
	case len(words) < 3 || words[0] != "c":
	case words[1] == "t" && words[2] == "pmc":
		d.projected = d.number
	case words[1] == "t" && strings.HasSuffix(words[2], "wmc"), words[1] == "p" && words[2] == "weight", words[1] == "weights":
		return document.ErrorAt(1, "found %q, expected a formula without weights", document.Clip(line))
	case words[1] == "p" && words[2] == "show":
		return d.show(line, 3)
	case words[1] == "ind":
		return d.show(line, 2)
	}
	return nil
}

// show reads the variables to project on behind the first words of a line.
func (d *dimacsReader) show(line string, first int) error {
	shown, err := shownVariables(line, first)
	for i := range shown {
		shown[i].line = d.number
	}
	d.shown, d.projected = append(d.shown, shown...), d.number
	return err
}

// shownVariables reads variables and a 0 at the end, behind the first words of a line.
func shownVariables(line string, first int) (shown []shownVariable, err error) {
	word, last := 0, "nothing"
	for at, text := range wordsAt(line) {
		if word++; word <= first {
			continue
		}
		if last == "0" {
			return nil, document.ErrorAt(at+1, "found %q behind 0, expected the end of the line", document.Clip(text))
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
		return nil, document.ErrorAt(len(line)+1, "found %s at the end of variables to project on, expected 0", last)
	}
	return shown, nil
}

// finish checks what was read as a whole.
func (d *dimacsReader) finish(file string, end int) error {
	fail := func(line int, format string, args ...any) error {
		return document.Placed(file, line, document.ErrorAt(1, format, args...))
	}
	switch {
	case !d.problem:
		return fail(end, "found the end of the file, expected p cnf VARIABLES CLAUSES")
	case len(d.literals) > 0:
		return fail(end, "found the end of the file in a clause, expected 0")
	case d.clauses < d.declared:
		return fail(end, "found %d clauses, expected the %d that the line p cnf says", d.clauses, d.declared)
	case d.projected > 0 && len(d.shown) == 0:
		return fail(d.projected, "found a projection on no variables, expected some in c p show … 0")
	}
	var outputs []Var
	for _, s := range d.shown {
		if s.number > len(d.Variables) {
			return document.Placed(file, s.line, document.ErrorAt(s.column, "found variable %d, expected one of the %d that the line p cnf says",
				s.number, len(d.Variables)))
		}
		outputs = append(outputs, Var(s.number-1))
	}
	if outputs != nil {
		d.output(outputs)
	}
	return nil
}
