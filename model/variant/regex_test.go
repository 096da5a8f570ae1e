package variant_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

const valueLetters = "0123456789ABCDEFGHIJ"

// Go's own regular expressions are the plain meaning.
func init() {
	meanings["regex"] = meaning{
		draw: func(r *rand.Rand, m *model.Model) variant.Clue {
			n := &variant.Regex{Line: drawLine(r, m, 2+r.IntN(4)), Expression: drawExpression(r, m.CellValues(), 3)}
			if r.IntN(4) == 0 {
				n.Line = append(n.Line, n.Line[0])
			}
			return n
		},
		holds: func(_ *model.Model, n variant.Clue, a model.Assignment) bool {
			var word strings.Builder
			for _, value := range valuesOf(a, n.(*variant.Regex).Line) {
				word.WriteByte(valueLetters[value])
			}
			return regexp.MustCompile("^(?:" + n.(*variant.Regex).Expression + ")$").MatchString(word.String())
		},
	}
}

func drawExpression(r *rand.Rand, values model.Domain, depth int) string {
	value := func() byte { return valueLetters[values.Min()+r.IntN(values.Size())] }
	if depth == 0 {
		low, high := min(value(), value()), value()
		return []string{".", string(high), fmt.Sprintf("[^%c]", low), fmt.Sprintf("[%c%c]", low, high), fmt.Sprintf("[%c-%c]",
			valueLetters[values.Min()], valueLetters[values.Min()+min(2, values.Size()-1)])}[r.IntN(5)]
	}
	part := func() string { return drawExpression(r, values, depth-1) }
	switch r.IntN(4) {
	case 0:
		return "(" + part() + "|" + part() + ")"
	case 1:
		return "(" + part() + ")" + []string{"*", "+", "?", "{2}", "{1,}", "{0,2}"}[r.IntN(6)]
	case 2:
		return part() + part() + ".*"
	}
	return part() + part()
}

// TestBadExpressions checks that malformed and huge expressions are refused.
func TestBadExpressions(t *testing.T) {
	for _, expression := range []string{"(", "1)", "*1", "[1", "[]", "[3-1]", "0", "x", "1{2", "1{3,2}", "1{9999}", "((.{1000}){1000}){1000}", "a|b|\u00e9"} {
		m := emptyGrid([4]int{9, 9, 3, 3}, 1)
		if err := modeltest.AddClues(m, &variant.Regex{Line: model.Cells{0, 1}, Expression: expression}); err == nil {
			t.Errorf("%s: no error", expression)
		}
	}
}
