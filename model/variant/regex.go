package variant

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"qmsat/model"
)

func init() {
	register[Regex](
		Lines, "regex", "the values, read in order, match a regular expression: . [1-3] [^5] (12|34) * + ? {2,3}; A is 10",
		"{kind: regex, line: r1c1-r1c5, expression: '[1-5]*9.*'}", "regular-expression", "pattern")
}

// Regex requires that the values along a line are a word of a regular expression.
type Regex struct {
	model.Titled
	Line       model.Cells `field:"line,repeat"`
	Expression string      `field:"expression"`
}

// Define compiles the expression to an automaton.
func (r *Regex) Define(d *model.Definition) {
	all := values(d)
	p := regexParser{text: strings.Join(strings.Fields(r.Expression), ""), lowest: all.Min(), columns: all.Max() - all.Min() + 1}
	n, err := p.parse()
	if err != nil {
		d.Failf("expression %q: %w", r.Expression, err)
		return
	}
	c, err := n.Regular(r.Line, p.lowest)
	if err != nil {
		d.Failf("expression %q: %w", r.Expression, err)
		return
	}
	d.Add(c)
}

// regexParser compiles an expression to an automaton with free moves (Thompson 1968).
type regexParser struct {
	text            string
	at              int // the next character
	lowest, columns int
	n               NFA
}

// fragment is a part of the automaton, with its first and last state. A builder makes a new copy of one.
type (
	fragment struct{ from, to int }
	builder  func() fragment
)

// maxRepeats bounds the numbers in braces, maxExpression the states of an automaton with free moves.
const (
	maxRepeats    = 1000
	maxExpression = 4096
)

func (p *regexParser) parse() (*NFA, error) {
	build, err := p.alternatives()
	if err == nil && p.at < len(p.text) {
		err = fmt.Errorf("found %q after %q, expected the end", p.text[p.at:], p.text[:p.at])
	}
	if err != nil {
		return nil, err
	}
	f := build()
	p.n.Starts, p.n.Accepting = []int{f.from}, []int{f.to}
	if p.full() {
		err = fmt.Errorf("found an expression of over %d states, expected a smaller one", maxExpression)
	}
	return &p.n, err
}

// full reports whether the automaton is too large; builders then make no more states.
func (p *regexParser) full() bool { return len(p.n.Next) > maxExpression }

// peek returns the next character, or 0 at the end.
func (p *regexParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *regexParser) next() byte {
	c := p.peek()
	p.at++
	return c
}

func (p *regexParser) state() int {
	if !p.full() {
		p.n.Next = append(p.n.Next, make([][]int, p.columns))
		p.n.Free = append(p.n.Free, nil)
	}
	return len(p.n.Next) - 1
}

func (p *regexParser) free(from, to int) { p.n.Free[from] = append(p.n.Free[from], to) }

func (p *regexParser) alternatives() (builder, error) {
	var list []builder
	for {
		build, err := p.sequence()
		if err != nil {
			return nil, err
		}
		if list = append(list, build); p.peek() != '|' {
			break
		}
		p.at++
	}
	return func() fragment {
		all := fragment{p.state(), p.state()}
		for _, build := range list {
			f := build()
			p.free(all.from, f.from)
			p.free(f.to, all.to)
		}
		return all
	}, nil
}

func (p *regexParser) sequence() (builder, error) {
	var list []builder
	for c := p.peek(); c != 0 && c != '|' && c != ')'; c = p.peek() {
		build, err := p.repeated()
		if err != nil {
			return nil, err
		}
		list = append(list, build)
	}
	return func() fragment {
		start := p.state()
		all := fragment{start, start}
		for _, build := range list {
			f := build()
			p.free(all.to, f.from)
			all.to = f.to
		}
		return all
	}, nil
}

// repeated reads an atom and its quantifiers.
func (p *regexParser) repeated() (builder, error) {
	build, err := p.atom()
	for err == nil && p.peek() != 0 && strings.IndexByte("*+?{", p.peek()) >= 0 {
		var least, most int
		if least, most, err = p.quantifier(); err == nil {
			build = p.copies(least, most, build)
		}
	}
	return build, err
}

// copies repeats a part; most is -1 for any number.
func (p *regexParser) copies(least, most int, part builder) builder {
	return func() fragment {
		start, end := p.state(), p.state()
		at := start
		for i := 0; (i < max(least, most) || most < 0 && i <= least) && !p.full(); i++ {
			f := part()
			if i >= least {
				p.free(at, end)
			}
			p.free(at, f.from)
			if most < 0 && i == least {
				p.free(f.to, f.from)
			}
			at = f.to
		}
		p.free(at, end)
		return fragment{start, end}
	}
}

func (p *regexParser) quantifier() (least, most int, err error) {
	switch p.next() {
	case '*':
		return 0, -1, nil
	case '+':
		return 1, -1, nil
	case '?':
		return 0, 1, nil
	}
	text, _, closed := strings.Cut(p.text[p.at:], "}")
	p.at += len(text) + 1
	first, second, isRange := strings.Cut(text, ",")
	least, fault := number(first)
	switch most = least; {
	case isRange && second == "":
		most = -1
	case isRange:
		var more error
		most, more = number(second)
		fault = errors.Join(fault, more)
	}
	if fault != nil || !closed || most >= 0 && most < least || max(least, most) > maxRepeats {
		return 0, 0, fmt.Errorf("found {%s, expected {n}, {n,} or {n,m} with n ≤ m ≤ %d", text, maxRepeats)
	}
	return least, most, nil
}

// number reads decimal digits.
func number(text string) (n int, err error) {
	if text == "" || len(text) > 4 {
		return 0, fmt.Errorf("found %q, expected a number", text)
	}
	for _, c := range text {
		if !unicode.IsDigit(c) {
			return 0, fmt.Errorf("found %q, expected a number", text)
		}
		n = 10*n + int(c-'0')
	}
	return n, nil
}

func (p *regexParser) atom() (builder, error) {
	switch c := p.next(); c {
	case '(':
		build, err := p.alternatives()
		if err == nil && p.next() != ')' {
			err = fmt.Errorf("found ( without )")
		}
		return build, err
	case '[':
		return p.class()
	case '.':
		return p.anyOf(nil, true), nil
	default:
		column, err := p.column(c)
		return p.anyOf([]int{column}, false), err
	}
}

// class reads a character class after its bracket.
func (p *regexParser) class() (builder, error) {
	text, _, closed := strings.Cut(p.text[p.at:], "]")
	p.at += len(text) + 1
	members, negated := strings.CutPrefix(text, "^")
	if !closed || members == "" {
		return nil, fmt.Errorf("found [%s, expected values and ]", text)
	}
	var columns []int
	for i := 0; i < len(members); i++ {
		from, err := p.column(members[i])
		to := from
		if err == nil && i+2 < len(members) && members[i+1] == '-' {
			i += 2
			to, err = p.column(members[i])
		}
		if err == nil && to < from {
			err = fmt.Errorf("found the range %s, expected the smaller value first", members[i-2:i+1])
		}
		if err != nil {
			return nil, err
		}
		for column := from; column <= to; column++ {
			columns = append(columns, column)
		}
	}
	return p.anyOf(columns, negated), nil
}

// anyOf reads one value of some columns, or of all others.
func (p *regexParser) anyOf(columns []int, negated bool) builder {
	return func() fragment {
		f := fragment{p.state(), p.state()}
		for column := range p.columns {
			if slices.Contains(columns, column) != negated {
				p.n.Next[f.from][column] = []int{f.to}
			}
		}
		return f
	}
}

// column returns the column of a value: digits, then letters from A = 10.
func (p *regexParser) column(c byte) (int, error) {
	value := -1
	switch {
	case c >= '0' && c <= '9':
		value = int(c - '0')
	case c >= 'A' && c <= 'Z':
		value = int(c-'A') + 10
	case c >= 'a' && c <= 'z':
		value = int(c-'a') + 10
	case c == 0:
		return 0, fmt.Errorf("found the end, expected a value")
	}
	if value < p.lowest || value >= p.lowest+p.columns {
		return 0, fmt.Errorf("found %q, expected a value from %d to %d", c, p.lowest, p.lowest+p.columns-1)
	}
	return value - p.lowest, nil
}
