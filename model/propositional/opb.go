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

// ReadOPB reads a pseudo-Boolean problem as a model. It accepts the linear constraints of the pseudo-Boolean competitions
// (Roussel and Manquinho, 2012) with >=, <= or =, "min:" or "max:", and negated variables such as ~x1 except in objectives. It
// accepts no products. Variable n is x<n>, with the values 0 and 1. "* show … 0", as export writes it, lists the outputs. A
// constraint that is a clause becomes a rule; any other becomes a linear constraint. There are no givens.
func ReadOPB(file string, r io.Reader) (*model.Model, model.Cube, error) {
	o := &opbReader{propositional: newPropositional(), state: opbStart}
	lines, err := input.EachLine(context.Background(), file, r, input.MaxLine, o.line)
	if err == nil && o.ends < o.declared { // the file was cut off
		err = input.Located(file, lines+1, input.ErrorAt(1, "found %d constraints, expected the %d that the header says", o.ends, o.declared))
	}
	if err == nil && (o.state != opbStart || len(o.Variables) == 0 && !o.header) {
		expected := "a variable"
		if o.state != opbStart {
			expected = o.state.expected()
		}
		err = input.Located(file, lines+1, input.ErrorAt(1, "found the end of the file, expected %s", expected))
	}
	if err != nil {
		return nil, nil, err
	}
	if o.Objective != nil && len(o.Objective.Terms) == 0 {
		o.Objective = nil // all solutions are equally good
	}
	if o.showing || len(o.Variables) == 0 {
		o.output(o.Outputs)
	}
	return o.Model, nil, nil
}

type opbReader struct {
	propositional
	state       opbState
	objective   bool // the objective is being read
	terms       []model.Term
	coefficient int
	relation    string
	bound       int
	moved       int // the constant that negated variables add to the sum
	header      bool
	declared    int  // number of constraints in the header, or 0
	showing     bool // variables to project on have been read, perhaps none
	ends        int  // of constraints, so far
	reach       int  // the largest absolute value of the sum
}

// opbState is the reader's state: the token that it expects next.
type opbState int

const (
	opbStart opbState = iota // of a constraint or an objective
	opbTerms
	opbVariable
	opbBound
	opbEnd
)

var opbRelations = []string{">=", "<=", "="}

func (s opbState) expected() string {
	return [...]string{
		"a coefficient, min: or max:", "a coefficient, >=, <=, = or, in an objective, ;", "a variable such as x1 or, in a constraint, ~x1",
		"a whole number within " + model.NumbersText, ";",
	}[s]
}

// opbToken is the next token of a word.
var opbToken = pattern.New(`^(;|>=|<=|=|(min|max):|[^;<>=]+|.)`)

func (o *opbReader) line(number int, line string) error {
	if begin := strings.TrimSpace(line); strings.HasPrefix(begin, "*") {
		return o.comment(number, line, strings.Fields(begin[1:]))
	}
	for at, word := range input.WordsAt(line) {
		for len(word) > 0 {
			token, err := word, error(nil)
			if strings.ContainsAny(word, ";<>=:") {
				token = opbToken().FindString(word)
			}
			if token == ";" {
				err = o.end(at + 1)
			} else {
				err = o.word(at+1, token)
			}
			if err != nil {
				return err
			}
			at, word = at+len(token), word[len(token):]
		}
	}
	return nil
}

// shownOPB is the list of outputs, in a comment.
var shownOPB = pattern.New(`^show( [-+\d]| .*\b0$|$)`)

// comment reads the header, "* #variable= 8 #constraint= 5", and the outputs.
func (o *opbReader) comment(at int, line string, words []string) error {
	text := strings.Join(words, " ")
	switch {
	case shownOPB().MatchString(text):
		shown, err := shownVariables(line, len(strings.Fields(line))-len(words)+1)
		for _, s := range shown {
			o.grow(s.number)
			o.Outputs = append(o.Outputs, model.Var(s.number-1))
		}
		o.showing = true
		return err
	case len(words) > 1 && words[0] == "#variable=":
		n, err := number(strings.Index(line, words[1])+1, words[1], 0, maxPropositional, "a number up to 1048576")
		if o.grow(n); err == nil && len(words) > 3 && words[2] == "#constraint=" {
			o.declared, err = number(strings.LastIndex(line, words[3])+1, words[3], 0, math.MaxInt, "the number of constraints")
		}
		o.header = true
		return err
	case at == 1 && strings.HasPrefix(text, "#"):
		return input.ErrorAt(1, "found %q, expected * #variable= VARIABLES #constraint= CONSTRAINTS", input.Clip(line))
	}
	return checkComment(line, text, "* show")
}

// word reads a word other than a semicolon.
func (o *opbReader) word(column int, word string) (err error) {
	switch {
	case o.state == opbStart && (word == "min:" || word == "max:"):
		if o.Objective != nil {
			return input.ErrorAt(column, "found %q, expected one objective", word)
		}
		o.Objective, o.objective, o.state = &model.Objective{Maximize: word == "max:"}, true, opbTerms
	case o.state == opbTerms && !o.objective && slices.Contains(opbRelations, word):
		o.relation, o.state = word, opbBound
	case o.state == opbVariable:
		err = o.variable(column, word)
		o.state = opbTerms
	case o.state == opbEnd:
		return input.ErrorAt(column, "found %q, expected %s", input.Clip(word), o.state.expected())
	default:
		n, wrong := strconv.Atoi(word)
		switch {
		case input.IsSyntax(wrong):
			return input.ErrorAt(column, "found %q, expected %s", input.Clip(word), o.state.expected())
		case wrong != nil || max(n, -n) > model.MaxNumber:
			return input.ErrorAt(column, "found %q, which is too large, expected a number within %s", input.Clip(word), model.NumbersText)
		case o.state == opbBound:
			o.bound, o.state = n, opbEnd
		default:
			o.coefficient, o.state = n, opbVariable
		}
	}
	return err
}

func (o *opbReader) variable(column int, word string) error {
	name, negated := strings.CutPrefix(word, "~")
	digits, isVariable := strings.CutPrefix(name, "x")
	if !isVariable || negated && o.objective {
		return input.ErrorAt(column, "found %q, expected %s", input.Clip(word), opbVariable.expected())
	}
	n, err := number(column, digits, 1, maxPropositional, "x1 to x1048576")
	if err != nil {
		return err
	}
	if o.reach += max(o.coefficient, -o.coefficient); o.reach > model.MaxNumber {
		return input.ErrorAt(column, "found a sum that may reach more than 2^52, expected one within %s", model.NumbersText)
	}
	o.grow(n)
	if negated {
		o.moved += o.coefficient
		o.coefficient = -o.coefficient
	}
	o.terms = append(o.terms, model.Term{Coefficient: o.coefficient, Var: model.Var(n - 1)})
	return nil
}

// end reads the semicolon.
func (o *opbReader) end(column int) (err error) {
	switch {
	case o.objective && o.state == opbTerms:
		o.Objective.Terms = sumUp(o.terms)
	case o.state != opbEnd:
		return input.ErrorAt(column, "found ;, expected %s", o.state.expected())
	default:
		o.ends++
		err = o.constraint(sumUp(o.terms), o.bound-o.moved)
	}
	if err != nil {
		return input.ErrorAt(column, "found the end of a constraint: %v", err)
	}
	o.terms, o.moved, o.reach, o.objective, o.state = nil, 0, 0, false, opbStart
	return nil
}

func (o *opbReader) constraint(terms []model.Term, bound int) error {
	if len(terms) == 0 {
		if o.relation == ">=" && 0 < bound || o.relation == "<=" && 0 > bound || o.relation == "=" && bound != 0 {
			o.clause(nil)
		}
		return nil
	}
	switch o.relation {
	case ">=":
		return o.atLeast(terms, bound)
	case "<=":
		negated := slices.Clone(terms)
		for i := range negated {
			negated[i].Coefficient *= -1
		}
		return o.atLeast(negated, -bound)
	default:
		return o.linear(terms, bound, bound)
	}
}

// sumUp adds up the terms of each variable, in order of first mention, and leaves out those with coefficient 0.
func sumUp(terms []model.Term) []model.Term {
	indices := make(map[model.Var]int, len(terms))
	var sum []model.Term
	for _, t := range terms {
		index, seen := indices[t.Var]
		if !seen {
			index = len(sum)
			indices[t.Var] = index
			sum = append(sum, model.Term{Var: t.Var})
		}
		sum[index].Coefficient += t.Coefficient
	}
	return slices.DeleteFunc(sum, func(t model.Term) bool { return t.Coefficient == 0 })
}
