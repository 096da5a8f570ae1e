package encode

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// expression evaluates the formulas of [About]: numbers, n and other letters, + − / and products without a sign, brackets, ⌈ ⌉, ⌊ ⌋,
// √, log₂, ² and ³, 2 to the power ᵈ. A leading ≈ and O(∜n) are left to the caller.
type expression struct {
	text   []rune
	values map[rune]float64
}

// evaluate returns the value of a formula for n, and whether it is exact. define binds letters, as in "d = n/2, q = 2d".
func evaluate(t *testing.T, text, define string, n int) (value float64, exact bool) {
	t.Helper()
	values := map[rune]float64{'n': float64(n)}
	parse := func(text string) float64 {
		f := expression{[]rune(strings.ReplaceAll(text, " ", "")), values}
		value := f.sum()
		if len(f.text) > 0 {
			t.Fatalf("%q: found %q, expected the end", text, string(f.text))
		}
		return value
	}
	for part := range strings.SplitSeq(define, ", ") {
		if name, body, found := strings.Cut(part, " = "); found {
			values[[]rune(name)[0]] = parse(body)
		}
	}
	text, approximate := strings.CutPrefix(text, "≈ ")
	text, asymptotic := strings.CutSuffix(text, " + O(∜n)")
	return parse(text), !approximate && !asymptotic
}

func (f *expression) takes(prefix string) bool {
	rest, found := strings.CutPrefix(string(f.text), prefix)
	if found {
		f.text = []rune(rest)
	}
	return found
}

func (f *expression) sum() float64 {
	value := f.product()
	for {
		switch {
		case f.takes("+"):
			value += f.product()
		case f.takes("−"):
			value -= f.product()
		default:
			return value
		}
	}
}

func (f *expression) product() float64 {
	value := f.power()
	for len(f.text) > 0 {
		switch {
		case f.takes("/"):
			value /= f.power()
		case strings.ContainsRune("+−)⌉⌋", f.text[0]):
			return value
		default:
			value *= f.power()
		}
	}
	return value
}

func (f *expression) power() float64 {
	value := f.factor()
	switch {
	case f.takes("²"):
		return value * value
	case f.takes("³"):
		return value * value * value
	case f.takes("ᵈ"):
		return math.Pow(value, f.values['d'])
	}
	return value
}

func (f *expression) factor() float64 {
	for _, b := range []struct {
		open, end string
		of        func(float64) float64
	}{{"(", ")", func(x float64) float64 { return x }}, {"⌈", "⌉", math.Ceil}, {"⌊", "⌋", math.Floor}} {
		if f.takes(b.open) {
			value := f.sum()
			if !f.takes(b.end) {
				panic("no " + b.end + " before " + string(f.text))
			}
			return b.of(value)
		}
	}
	switch {
	case f.takes("√"):
		return math.Sqrt(f.factor())
	case f.takes("log₂"):
		return math.Log2(f.product())
	}
	value, digits := 0.0, 0
	for digits < len(f.text) && unicode.IsDigit(f.text[digits]) {
		value = 10*value + float64(f.text[digits]-'0')
		digits++
	}
	if digits == 0 {
		letter, known := f.values[f.text[0]]
		if !known {
			panic("unknown " + string(f.text[0]))
		}
		value, digits = letter, 1
	}
	f.text = f.text[digits:]
	return value
}

func TestFormulas(t *testing.T) {
	for text, want := range map[string]float64{
		"n(n−1)/2": 15, "n⌈log₂ n⌉": 18, "4n − ⌊n/2⌋ − 8": 13, "n²(2n(n−1) + 4)": 36 * 64, "≈ 9n²/2": 162, "2√n + O(∜n)": 2 * math.Sqrt(6), "2ᵈq": 24,
	} {
		if got, _ := evaluate(t, text, "d = n/2, q = ⌊d⌋", 6); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, expected %v", text, got, want)
		}
	}
}

// checkAbout compares the formulas of an encoding with a size.
func checkAbout(t *testing.T, name string, a formula.About, n int, variables int, clauses int64) {
	t.Helper()
	for _, part := range []struct {
		formula string
		written float64
	}{{a.Variables, float64(variables)}, {a.Clauses, float64(clauses)}} {
		text := part.formula
		if text == "" {
			text = "0"
		}
		value, exact := evaluate(t, text, a.Definitions, n)
		room := 0.0
		switch {
		case strings.HasPrefix(text, "≈"):
			room = value / 4
		case !exact:
			room = 12 * math.Sqrt(math.Sqrt(float64(n)))
		}
		if math.Abs(value-part.written) > room+1e-6 {
			t.Errorf("%s, n = %d: %s is %v, but %v are written", name, n, text, value, part.written)
		}
	}
}

// TestAboutSizes compares the formulas of all encodings with what they write.
func TestAboutSizes(t *testing.T) {
	for name, e := range AtMostOnes.Entries {
		for n := max(1, e.From); n <= 40; n++ {
			formula, vm := atMostOne(t, name, n, inputs(n), nil)
			checkAbout(t, name, e.About, n, vm.Variables()-n, int64(len(formula.Clauses)))
		}
		for _, n := range []int{100, 300} {
			formula, vm := atMostOne(t, name, n, inputs(n), nil)
			checkAbout(t, name, e.About, n, vm.Variables()-n, int64(len(formula.Clauses)))
		}
	}
	for name, e := range CellEncodings.Entries {
		for r := 2; r <= 4; r++ {
			size := sizeOf(t, must(model.Sudoku(r, r)), Options{Cells: name, Published: true})
			checkAbout(t, name, e.About, r*r, size.Variables-r*r*r*r*r*r, size.Clauses)
		}
	}
	for name, e := range LinearEncodings.Entries {
		if e.Clauses == "" && name == DefaultLinear {
			continue // it chooses among the others
		}
		for _, n := range modeltest.Scale([]int{20, 24}, []int{20, 30, 40}) {
			vars, m := cellsOf(3, n)
			m.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars}}
			before := sizeOf(t, m, Options{Linear: name})
			m.Constraints = append(m.Constraints, model.Sum("", 3*(n+1)/2, 3*(n+1)/2, vars...))
			size := sizeOf(t, m, Options{Linear: name})
			checkAbout(t, name, e.About, n, size.Variables-before.Variables, size.Clauses-before.Clauses)
		}
	}
	for name, e := range RuleEncodings.Entries {
		for n := 2; n <= 40; n++ {
			vars, m := cellsOf(n+1, 2)
			without := sizeOf(t, m, Options{Rules: name})
			part := model.And{}
			for _, v := range vars[1:] {
				part = append(part, model.Is(v, 1))
			}
			m.Constraints = []model.Constraint{&model.Rule{Formula: model.Or{model.Is(vars[0], 1), part}}}
			size := sizeOf(t, m, Options{Rules: name})
			checkAbout(t, name, e.About, n, size.Variables-without.Variables, size.Clauses-without.Clauses-1)
		}
	}
}

// cellsOf returns variables with values from 1 to n, and their model.
func cellsOf(count, n int) (vars []model.Var, m *model.Model) {
	m = &model.Model{}
	for i := range count {
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, n)))
	}
	return vars, m
}

// TestGroups compares at-most-ones of every size of group with what they mean.
func TestGroups(t *testing.T) {
	for name, e := range AtMostOnes.Entries {
		for _, s := range e.Settings {
			written := map[string]bool{}
			for group := max(1, int(s.Range.Min)); group <= 9; group++ {
				named := fmt.Sprintf("%s[%s=%d]", name, s.Name, group)
				for n := range 10 {
					checkAtMostOne(t, named, inputs(n), nil)
				}
				formula, _ := atMostOne(t, named, 30, inputs(30), nil)
				written[fmt.Sprint(formula.Clauses)] = true
				for _, assumed := range inputs(30) {
					if isFalse := falsified(formula.Clauses, assumed); !isFalse[inputs(30)[(int(assumed)+6)%30]] {
						t.Errorf("%s: %d leaves another literal open", named, assumed)
					}
				}
			}
			if len(written) < 4 {
				t.Errorf("%s: %d formulas by %s, expected several", name, len(written), s.Name)
			}
			standard, _ := atMostOne(t, name, 30, inputs(30), nil)
			if chosen, _ := atMostOne(t, name+"["+s.Name+"="+s.Default+"]", 30, inputs(30), nil); fmt.Sprint(chosen) != fmt.Sprint(standard) {
				t.Errorf("%s: another formula if its default %s is chosen", name, s.Default)
			}
		}
	}
}

// TestDescribe names every encoding with its size and its propagation.
func TestDescribe(t *testing.T) {
	text := Describe(AtMostOnes)
	for name, e := range AtMostOnes.Entries {
		for _, part := range []string{"  " + name + " ", e.Meaning, e.Clauses + " clauses", string(e.Propagation)} {
			if !strings.Contains(text, part) {
				t.Errorf("no %q in\n%s", part, text)
			}
		}
	}
	if names := slices.Sorted(maps.Keys(AtMostOnes.Entries)); strings.Count(text, "propagates") != len(names) {
		t.Errorf("%d encodings in\n%s", len(names), text)
	}
}
