package variant

import (
	"fmt"
	"regexp/syntax"
	"strings"

	"qmsat/internal/pattern"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() {
	register[Regex](
		Lines, "regex", "the values, read in order, match a regular expression: . [1-3] [^5] (12|34) * + ? {2,3}; A is 10",
		"{kind: regex, line: r1c1-r1c5, expression: '[1-5]*9.*'}", "regular-expression", "pattern")
}

// Regex requires that the values along a line are a word of a regular expression.
type Regex struct {
	Titled
	Line       model.Cells `field:"line,repeat"`
	Expression string      `field:"expression"`
}

// Define compiles the expression to an automaton.
func (r *Regex) Define(d *Definition) {
	all := d.ValuesOf(r.Line)
	known := all
	if d.Grid != nil {
		known = all.Union(d.GridValues())
	}
	var c *kinds.Regular
	n, err := compiled(r.Expression, all, known)
	if err == nil {
		c, err = n.Regular(r.Line, all.Min())
	}
	if err != nil {
		d.Failf("expression %q: %w", r.Expression, err)
		return
	}
	d.Add(c)
}

// maxExpression bounds the characters of an expression, and the states of an automaton with free moves.
const maxExpression = 4096

// valueLetters are the values in expressions.
const valueLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// expressions matches what is an expression of values; others, such as \d, would be one of Go's. braces matches numbers that are no values.
var (
	expressions = pattern.New(`^([0-9A-Z.()|*+?]|\[\^?([0-9A-Z](-[0-9A-Z])?)+\]|\{\d+(,\d*)?\})*$`)
	braces      = pattern.New(`\{.*?\}`)
)

// letterOf returns the letter of a value, or a sign that expressions do not have.
func letterOf(value int) rune {
	if value >= 0 && value < len(valueLetters) {
		return rune(valueLetters[value])
	}
	return rune(0x4E00 + value)
}

// compiled returns the automaton of an expression over all values, in which known values may occur: its states are the instructions of Go's program for it (Thompson 1968).
func compiled(expression string, all, known model.Domain) (*NFA, error) {
	text := strings.ToUpper(strings.Join(strings.Fields(expression), ""))
	if !expressions().MatchString(text) {
		return nil, fmt.Errorf("found other signs, expected values and . [1-3] [^5] (12|34) * + ? {2,3}")
	}
	for _, letter := range braces().ReplaceAllString(text, "") {
		if value := strings.IndexRune(valueLetters, letter); value >= 0 && (value < known.Min() || value > known.Max()) {
			return nil, fmt.Errorf("found %q, expected a value from %d to %d", letter, known.Min(), known.Max())
		}
	}
	tree, err := syntax.Parse(text[:min(len(text), maxExpression)], 0)
	var program *syntax.Prog
	if err == nil {
		program, err = syntax.Compile(tree.Simplify())
	}
	width := all.Max() - all.Min() + 1
	switch {
	case err == nil && len(program.Inst) > maxEntries/width:
		return nil, fmt.Errorf("found %d states and the values %v, expected fewer", len(program.Inst), all)
	case len(text) > maxExpression || err == nil && len(program.Inst) > maxExpression:
		return nil, fmt.Errorf("found over %d characters or states, expected a smaller one", maxExpression)
	case err != nil:
		return nil, fmt.Errorf("found a malformed one, expected closed brackets and something to repeat: %w", err)
	}
	n := &NFA{Starts: []int{program.Start}, Next: make([][][]int, len(program.Inst)), Free: make([][]int, len(program.Inst))}
	for state, inst := range program.Inst {
		n.Next[state] = make([][]int, width)
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			n.Free[state] = []int{int(inst.Out), int(inst.Arg)}
		case syntax.InstCapture, syntax.InstNop:
			n.Free[state] = []int{int(inst.Out)}
		case syntax.InstMatch:
			n.Accepting = append(n.Accepting, state)
		default:
			for column := range n.Next[state] {
				if inst.MatchRune(letterOf(all.Min() + column)) {
					n.Next[state][column] = []int{int(inst.Out)}
				}
			}
		}
	}
	return n, nil
}
