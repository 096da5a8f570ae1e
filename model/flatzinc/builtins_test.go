package flatzinc_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/flatzinc"
	"qmsat/model/modeltest"
	_ "qmsat/native"
)

// definition is the handbook's meaning of a builtin: its arguments as letters, and a test of their values. An int is i, a bool b,
// arrays of these I and B, as long as each other; constants are k, arrays of them K, or D of bools, a set s, rows of a table t,
// or u of bools, an automaton a.
type definition struct {
	arguments string
	truth     string // reified: name_reif and name_imp exist; function: its last argument is the truth value, and name_imp exists
	holds     func(a [][]int) bool
}

const (
	reified  = "reified"
	function = "function"
)

func sumOf(coefficients, values []int) (sum int) {
	for i, v := range values {
		sum += coefficients[i] * v
	}
	return sum
}

func ones(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

// The random automata have two states; the second one accepts.
const symbols = 3

func elementHolds(a [][]int) bool {
	i := a[0][0]
	return 1 <= i && i <= len(a[1]) && a[1][i-1] == a[2][0]
}

func circuitHolds(a [][]int) bool {
	next, at := a[0], 1
	for i := range next {
		if at < 1 || at > len(next) || i > 0 && at == 1 {
			return false
		}
		at = next[at-1]
	}
	return at == 1
}

func tableHolds(a [][]int) bool {
	return slices.ContainsFunc(slices.Collect(slices.Chunk(a[1], len(a[0]))), func(row []int) bool { return slices.Equal(row, a[0]) })
}

func countOf(a [][]int) (n int) {
	for _, v := range a[0] {
		if v == a[1][0] {
			n++
		}
	}
	return n
}

var definitions = map[string]definition{
	"int_eq":     {"ii", reified, func(a [][]int) bool { return a[0][0] == a[1][0] }},
	"int_ne":     {"ii", reified, func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"int_le":     {"ii", reified, func(a [][]int) bool { return a[0][0] <= a[1][0] }},
	"int_lt":     {"ii", reified, func(a [][]int) bool { return a[0][0] < a[1][0] }},
	"int_lin_eq": {"KIk", reified, func(a [][]int) bool { return sumOf(a[0], a[1]) == a[2][0] }},
	"int_lin_ne": {"KIk", reified, func(a [][]int) bool { return sumOf(a[0], a[1]) != a[2][0] }},
	"int_lin_le": {"KIk", reified, func(a [][]int) bool { return sumOf(a[0], a[1]) <= a[2][0] }},
	"int_plus":   {"iii", "", func(a [][]int) bool { return a[0][0]+a[1][0] == a[2][0] }},
	"set_in":     {"is", reified, func(a [][]int) bool { return slices.Contains(a[1], a[0][0]) }},

	"bool2int":       {"bi", "", func(a [][]int) bool { return a[0][0] == a[1][0] }},
	"bool_eq":        {"bb", reified, func(a [][]int) bool { return a[0][0] == a[1][0] }},
	"bool_not":       {"bb", reified, func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"bool_ne":        {"bb", reified, func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"bool_le":        {"bb", reified, func(a [][]int) bool { return a[0][0] <= a[1][0] }},
	"bool_lt":        {"bb", reified, func(a [][]int) bool { return a[0][0] < a[1][0] }},
	"bool_and":       {"bb", function, func(a [][]int) bool { return a[0][0]+a[1][0] == 2 }},
	"bool_or":        {"bb", function, func(a [][]int) bool { return a[0][0]+a[1][0] > 0 }},
	"bool_xor":       {"bb", function, func(a [][]int) bool { return a[0][0] != a[1][0] }},
	"bool_lin_eq":    {"KBi", reified, func(a [][]int) bool { return sumOf(a[0], a[1]) == a[2][0] }},
	"bool_lin_ne":    {"KBi", reified, func(a [][]int) bool { return sumOf(a[0], a[1]) != a[2][0] }},
	"bool_lin_le":    {"KBk", reified, func(a [][]int) bool { return sumOf(a[0], a[1]) <= a[2][0] }},
	"bool_clause":    {"BB", reified, func(a [][]int) bool { return ones(a[0]) > 0 || ones(a[1]) < len(a[1]) }},
	"array_bool_and": {"B", function, func(a [][]int) bool { return ones(a[0]) == len(a[0]) }},
	"array_bool_or":  {"B", function, func(a [][]int) bool { return ones(a[0]) > 0 }},
	"array_bool_xor": {"B", reified, func(a [][]int) bool { return ones(a[0])%2 == 1 }},
	"int_times":      {"iii", "", func(a [][]int) bool { return a[0][0]*a[1][0] == a[2][0] }},
	"int_div":        {"iii", "", func(a [][]int) bool { return a[1][0] != 0 && a[0][0]/a[1][0] == a[2][0] }},
	"int_mod":        {"iii", "", func(a [][]int) bool { return a[1][0] != 0 && a[0][0]%a[1][0] == a[2][0] }},
	"int_abs":        {"ii", "", func(a [][]int) bool { return max(a[0][0], -a[0][0]) == a[1][0] }},
	"int_max":        {"iii", "", func(a [][]int) bool { return max(a[0][0], a[1][0]) == a[2][0] }},
	"int_min":        {"iii", "", func(a [][]int) bool { return min(a[0][0], a[1][0]) == a[2][0] }},
	"int_pow": {"iii", "", func(a [][]int) bool {
		power := 1
		for range max(a[1][0], -a[1][0]) {
			power *= a[0][0]
		}
		if a[1][0] < 0 {
			return power != 0 && 1/power == a[2][0]
		}
		return power == a[2][0]
	}},
	"array_int_maximum":      {"iI", "", func(a [][]int) bool { return slices.Max(a[1]) == a[0][0] }},
	"array_int_minimum":      {"iI", "", func(a [][]int) bool { return slices.Min(a[1]) == a[0][0] }},
	"array_int_element":      {"iKi", "", elementHolds},
	"array_var_int_element":  {"iIi", "", elementHolds},
	"array_var_bool_element": {"iBb", "", elementHolds},
	"array_bool_element":     {"iDb", "", elementHolds},
	"fzn_count_eq":           {"Iii", reified, func(a [][]int) bool { return a[2][0] == countOf(a) }},
	"fzn_count_neq":          {"Iii", reified, func(a [][]int) bool { return a[2][0] != countOf(a) }},
	"fzn_count_geq":          {"Iii", reified, func(a [][]int) bool { return a[2][0] >= countOf(a) }},
	"fzn_count_gt":           {"Iii", reified, func(a [][]int) bool { return a[2][0] > countOf(a) }},
	"fzn_count_leq":          {"Iii", reified, func(a [][]int) bool { return a[2][0] <= countOf(a) }},
	"fzn_count_lt":           {"Iii", reified, func(a [][]int) bool { return a[2][0] < countOf(a) }},
	"qmsat_count":            {"Ikkk", "", func(a [][]int) bool { return a[2][0] <= countOf(a) && countOf(a) <= a[3][0] }},
	"fzn_regular": {"Ia", "", func(a [][]int) bool {
		state := 1
		for _, v := range a[0] {
			if v < 1 || v > symbols {
				return false
			}
			if state = a[1][(state-1)*symbols+v-1]; state == 0 {
				return false
			}
		}
		return state == 2
	}},
	"qmsat_lex_less_int":    {"II", reified, func(a [][]int) bool { return slices.Compare(a[0], a[1]) < 0 }},
	"qmsat_lex_lesseq_int":  {"II", reified, func(a [][]int) bool { return slices.Compare(a[0], a[1]) <= 0 }},
	"qmsat_lex_less_bool":   {"BB", reified, func(a [][]int) bool { return slices.Compare(a[0], a[1]) < 0 }},
	"qmsat_lex_lesseq_bool": {"BB", reified, func(a [][]int) bool { return slices.Compare(a[0], a[1]) <= 0 }},
	"qmsat_circuit":         {"I", "", circuitHolds},
	"fzn_circuit":           {"I", "", circuitHolds},

	"fzn_all_different_int": {"I", "", func(a [][]int) bool {
		sorted := slices.Sorted(slices.Values(a[0]))
		return len(slices.Compact(sorted)) == len(a[0])
	}},
	"fzn_table_int":  {"It", reified, tableHolds},
	"fzn_table_bool": {"Bu", reified, tableHolds},
}

// constraint is a constraint of a random problem: each argument is a list of names and numbers.
type constraint struct {
	name      string
	arguments [][]string
	holds     func(a [][]int) bool
	letters   string
}

// problem is a small random FlatZinc file.
type problem struct {
	names       []string
	hidden      map[string]bool // variables that are not outputs
	domains     map[string][]int
	constraints []constraint
}

func randomProblem(r *rand.Rand, first string, extra int) *problem {
	p := &problem{domains: map[string][]int{}, hidden: map[string]bool{}}
	for i := range 2 + r.IntN(2) {
		name := fmt.Sprintf("x%d", i)
		var domain []int
		for v := -3; v <= 3; v++ {
			if r.IntN(3) > 0 {
				domain = append(domain, v)
			}
		}
		p.names = append(p.names, name)
		p.domains[name] = append(domain, 4)
	}
	for i := range 2 + r.IntN(2) {
		name := fmt.Sprintf("b%d", i)
		p.names = append(p.names, name)
		p.domains[name] = []int{0, 1}
	}
	for _, name := range p.names[1:] {
		p.hidden[name] = r.IntN(3) == 0
	}
	all := slices.Sorted(maps.Keys(definitions))
	p.add(r, first)
	for range extra {
		p.add(r, all[r.IntN(len(all))])
	}
	return p
}

// add adds a constraint of a builtin: plain, or one of its forms with a truth value.
func (p *problem) add(r *rand.Rand, name string) {
	d := definitions[name]
	c := constraint{name: name, letters: d.arguments, holds: d.holds}
	size := 1 + r.IntN(4)
	for _, letter := range d.arguments {
		n := size
		switch letter {
		case 'i', 'b', 'k':
			n = 1
		case 's':
			n = r.IntN(4)
		case 't', 'u':
			n = size * r.IntN(8)
		case 'a':
			n = 2 * symbols
		}
		var list []string
		for range n {
			list = append(list, p.operand(r, letter))
		}
		c.arguments = append(c.arguments, list)
	}
	form := r.IntN(3)
	half := form == 2
	switch {
	case d.truth == "" || d.truth == reified && form == 0:
	default:
		if half {
			c.name += "_imp"
		} else if d.truth == reified {
			c.name += "_reif"
		}
		c.letters += "b"
		c.arguments = append(c.arguments, []string{p.operand(r, 'b')})
		c.holds = func(a [][]int) bool {
			last := len(a) - 1
			truth := a[last][0] == 1
			return half && !truth || d.holds(a[:last]) == truth
		}
	}
	p.constraints = append(p.constraints, c)
}

// operand draws a variable or a value.
func (p *problem) operand(r *rand.Rand, letter rune) string {
	if strings.ContainsRune("iIbB", letter) && r.IntN(6) > 0 {
		prefix := "x"
		if letter == 'b' || letter == 'B' {
			prefix = "b"
		}
		names := slices.DeleteFunc(slices.Clone(p.names), func(name string) bool { return !strings.HasPrefix(name, prefix) })
		return names[r.IntN(len(names))]
	}
	switch letter {
	case 'b', 'B', 'D', 'u':
		return strconv.Itoa(r.IntN(2))
	case 'a':
		return strconv.Itoa(r.IntN(3))
	}
	return strconv.Itoa(r.IntN(7) - 3)
}

// text writes the problem as FlatZinc.
func (p *problem) text() string {
	var b strings.Builder
	for _, name := range p.names {
		kind := "bool"
		if name[0] == 'x' {
			kind = "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(p.domains[name]), " ", ","), "[]") + "}"
		}
		output := ""
		if !p.hidden[name] {
			output = " :: output_var"
		}
		fmt.Fprintf(&b, "var %s: %s%s;\n", kind, name, output)
	}
	for _, c := range p.constraints {
		var arguments []string
		for i, letter := range c.letters {
			list := slices.Clone(c.arguments[i])
			for k, item := range list {
				if strings.ContainsRune("bBDu", letter) {
					list[k] = truthName(item)
				}
			}
			text := strings.Join(list, ",")
			switch letter {
			case 's':
				text = "{" + text + "}"
			case 'a':
				text = fmt.Sprintf("2,%d,[%s],1,{2}", symbols, text)
			case 'I', 'B', 'K', 'D', 't', 'u':
				text = "[" + text + "]"
			}
			arguments = append(arguments, text)
		}
		fmt.Fprintf(&b, "constraint %s(%s);\n", c.name, strings.Join(arguments, ","))
	}
	b.WriteString("solve satisfy;\n")
	return b.String()
}

func truthName(item string) string {
	switch item {
	case "0":
		return "false"
	case "1":
		return "true"
	}
	return item
}

// solutions lists what the definitions allow, printed.
func (p *problem) solutions() []string {
	var list []string
	values := map[string]int{}
	var fix func(i int)
	fix = func(i int) {
		if i == len(p.names) {
			if !slices.ContainsFunc(p.constraints, func(c constraint) bool { return !c.met(values) }) {
				list = append(list, p.printed(values))
			}
			return
		}
		for _, v := range p.domains[p.names[i]] {
			values[p.names[i]] = v
			fix(i + 1)
		}
	}
	fix(0)
	slices.Sort(list)
	return slices.Compact(list)
}

func (c constraint) met(values map[string]int) bool {
	arguments := make([][]int, len(c.arguments))
	for i, list := range c.arguments {
		for _, item := range list {
			v, err := strconv.Atoi(item)
			if err != nil {
				v = values[item]
			}
			arguments[i] = append(arguments[i], v)
		}
	}
	return c.holds(arguments)
}

func (p *problem) printed(values map[string]int) string {
	var b strings.Builder
	for _, name := range p.names {
		if p.hidden[name] {
			continue
		}
		if name[0] == 'b' {
			fmt.Fprintf(&b, "%s = %t;\n", name, values[name] == 1)
		} else {
			fmt.Fprintf(&b, "%s = %d;\n", name, values[name])
		}
	}
	return b.String()
}

// Every builtin, alone and with others, has the meaning of its definition: the lowered model has the same solutions, by Check and
// by native.
func TestBuiltins(t *testing.T) {
	rounds := modeltest.Scale(6, 30, 200)
	if difference := cmp.Diff(flatzinc.Builtins(), slices.Sorted(maps.Keys(definitions))); difference != "" {
		t.Errorf("builtins and definitions: %s", difference)
	}
	for _, name := range flatzinc.Builtins() {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			for round := range rounds {
				randomProblem(r, name, round%3).check(t)
			}
		})
	}
}

// Hidden variables that are shifted copies of others disappear from all-different constraints.
func TestShifted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	rounds := modeltest.Scale(30, 400, 1000)
	smaller := 0
	for range rounds {
		p := &problem{domains: map[string][]int{}, hidden: map[string]bool{}}
		for i := range 5 {
			name := fmt.Sprintf("x%d", i)
			p.names = append(p.names, name)
			p.hidden[name] = i >= 2
			for v := range 5 {
				if r.IntN(5) > 0 || v == 2 {
					p.domains[name] = append(p.domains[name], v-r.IntN(2)*5)
				}
			}
			if i >= 2 {
				sides := []string{name, p.names[r.IntN(2)]}
				coefficients := []string{[]string{"1", "-1"}[r.IntN(2)], strconv.Itoa(1 + r.IntN(2))}
				p.constraints = append(p.constraints, constraint{
					"int_lin_eq", [][]string{coefficients, sides, {strconv.Itoa(r.IntN(7) - 3)}}, definitions["int_lin_eq"].holds, "KIk",
				})
			}
		}
		all := slices.Clone(p.names)
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		p.constraints = append(p.constraints, constraint{
			"fzn_all_different_int", [][]string{all[:2+r.IntN(4)]}, definitions["fzn_all_different_int"].holds, "I",
		})
		if program := p.check(t); len(program.Model.Variables) == len(program.Model.Outputs) {
			smaller++
		}
	}
	if smaller == 0 {
		t.Error("all models have hidden variables")
	}
}

// check checks that the lowered model has the solutions of the definitions.
func (p *problem) check(t *testing.T) *flatzinc.Program {
	t.Helper()
	program, err := flatzinc.Read(context.Background(), "x.fzn", strings.NewReader(p.text()))
	if err != nil {
		t.Fatalf("%s%v", p.text(), err)
	}
	want := p.solutions()
	if difference := cmp.Diff(want, printedAll(program, modeltest.BruteForce(program.Model, nil))); difference != "" {
		t.Fatalf("%s%s", p.text(), difference)
	}
	if difference := cmp.Diff(want, printedAll(program, native(t, program.Model))); difference != "" {
		t.Fatalf("native: %s%s", p.text(), difference)
	}
	return program
}

func printedAll(p *flatzinc.Program, solutions []model.Assignment) []string {
	var list []string
	for _, a := range solutions {
		list = append(list, string(p.Append(nil, a)))
	}
	slices.Sort(list)
	return list
}

// native lists the solutions that the engine native finds.
func native(t *testing.T, m *model.Model) (list []model.Assignment) {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.Run(context.Background(), nil, 0, func(a model.Assignment) bool {
		list = append(list, slices.Clone(a))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return list
}
