package encoders

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"qmsat/encode"
	"qmsat/encode/propagate"
	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
	"qmsat/model"
)

// pblib is a program that calls PBLib. It reads a constraint a line: the encoder's name, the lower and the upper bound ("-" for
// none), the number of terms, and each term's weight and literal. It writes a DIMACS formula for each: the encoder of PBConfig whose
// name follows the dash, with PBLib's other defaults, or PBLib's own choice for "best".
const pblib = "pblib-encode"

// theirs are PBLib's encoders, by the sort of constraints.
func theirs(sort int) []string {
	switch {
	case sort == 0:
		return strings.Fields("best amo-nested amo-bdd amo-bimander amo-bimander-sqrt amo-commander amo-product amo-binary amo-pairwise")
	case sort <= 3:
		return strings.Fields("best card-bdd card-networks")
	}
	return strings.Fields("best pb-bdd pb-swc pb-sorting pb-adder pb-merge pb-merge-gac")
}

// ours are this module's encoders.
func ours(sort int) []string {
	if sort == 0 {
		return encode.AtMostOnes.Names()
	}
	return ourSums
}

var ourSums = []string{"auto", "bdd", "bdd/polarity", "network", "network/polarity", "mdd", "order", "adder"}

// formula holds clauses over the variables of constraints, which come first, and auxiliary ones.
type formula struct {
	variables int
	clauses   [][]encode.Literal
}

func (f *formula) Clause(clause []encode.Literal) {
	f.clauses = append(f.clauses, slices.Clone(clause))
}

func (f *formula) literals() (n int) {
	for _, clause := range f.clauses {
		n += len(clause)
	}
	return n
}

// read reads DIMACS formulas, one after another.
func read(t *testing.T, text []byte) (list []*formula) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "p cnf ") {
			f := &formula{}
			if _, err := fmt.Sscanf(lines.Text(), "p cnf %d", &f.variables); err != nil {
				t.Fatal(err)
			}
			list = append(list, f)
			continue
		}
		clause := []encode.Literal{}
		for _, word := range strings.Fields(strings.TrimSuffix(lines.Text(), "0")) {
			var l encode.Literal
			if _, err := fmt.Sscan(word, &l); err != nil {
				t.Fatal(err)
			}
			clause = append(clause, l)
		}
		list[len(list)-1].clauses = append(list[len(list)-1].clauses, clause)
	}
	return list
}

// byPBLib encodes constraints, each by one encoder.
func byPBLib(t *testing.T, encoder string, constraints ...constraint) []*formula {
	t.Helper()
	input := ""
	for _, c := range constraints {
		input += c.line(encoder)
	}
	command := exec.Command(pblib)
	command.Stdin = strings.NewReader(input)
	output, err := command.Output()
	list := read(t, output)
	if err != nil || len(list) != len(constraints) {
		t.Fatalf("%s: %v; %d formulas of %d constraints", encoder, err, len(list), len(constraints))
	}
	return list
}

// byUs encodes constraints, or returns nil if they are too large for the encoding.
func byUs(name string, n int, constraints ...constraint) *formula {
	f := &formula{}
	linearName, rules, _ := strings.Cut(name, "/")
	m, options := linear(n, constraints...), encode.Options{Linear: linearName, Rules: rules, Bare: true}
	if constraints[0].sort == sorts[0] { // the values of one variable
		m, options = &model.Model{}, encode.Options{AMO: name}
		m.AddVariable("x", model.Interval(1, n))
	}
	vm, err := encode.Compile(context.Background(), m, options, f)
	if err != nil {
		return nil
	}
	f.variables = vm.Variables()
	if options.AMO != "" { // a variable has some value, too
		some := vm.Literals(0)
		f.clauses = slices.DeleteFunc(f.clauses, func(clause []encode.Literal) bool { return slices.Equal(clause, some) })
	}
	return f
}

// mostLiterals limits the formulas whose propagation is measured.
const mostLiterals = 1_000_000

// strength propagates under samples. It returns how many consequences there are, and how many unit propagation finds: literals and
// contradictions.
func (f *formula) strength(t *testing.T, what string, samples []sample) (found, all int) {
	t.Helper()
	p := &propagate.Propagator{}
	for _, clause := range f.clauses {
		p.Add(clause)
	}
	for _, s := range samples {
		for _, l := range s.decided {
			p.Decide(encode.Literal(l))
		}
		switch {
		case s.impossible:
			if all++; !p.Consistent() {
				found++
			}
		case !p.Consistent():
			t.Errorf("%s: %v contradicts the formula, not the constraint", what, s.decided)
		default:
			all += len(s.follows)
			for _, l := range s.follows {
				switch p.Value(encode.Literal(l)) {
				case 1:
					found++
				case -1:
					t.Errorf("%s: %v implies %d, but the formula %d", what, s.decided, l, -l)
				}
			}
		}
		for range s.decided {
			p.Undo()
		}
	}
	return found, all
}

// row is a constraint by an encoder.
type row struct {
	Sort, Constraint, Encoder           string
	Terms, Variables, Clauses, Literals int // Variables are auxiliary
	Consequences, Found                 int // Consequences is 0 if propagation was not measured
}

// measured returns a row.
func measured(t *testing.T, c constraint, encoder string, f *formula, samples []sample) row {
	t.Helper()
	n := len(c.weights)
	r := row{
		Sort: c.sort, Constraint: c.name, Encoder: encoder, Terms: n,
		Variables: f.variables - n, Clauses: len(f.clauses), Literals: f.literals(),
	}
	if r.Literals <= mostLiterals {
		r.Found, r.Consequences = f.strength(t, c.name+" "+encoder, samples)
	}
	return r
}

// TestEncoders measures every encoder on every constraint; -update writes the figures. Without PBLib, it holds the rows of this
// module's encoders of the smaller constraints to the file, and -update keeps PBLib's.
func TestEncoders(t *testing.T) {
	_, missing := exec.LookPath(pblib)
	var rows []row
	list := constraints()
	samples := map[string][]sample{}
	for _, c := range list {
		sort, n := slices.Index(sorts, c.sort), len(c.weights)
		if n > modeltest.Scale(16, 24, n) && !*update {
			continue
		}
		samples[c.name] = c.samples(12, 5)
		for _, name := range ours(sort) {
			if f := byUs(name, n, c); f != nil {
				rows = append(rows, measured(t, c, name, f, samples[c.name]))
			}
		}
	}
	if *update && missing != nil {
		rows = append(rows, lists.Filter(stored[row](t, "constraints"), func(r row) bool { return strings.HasPrefix(r.Encoder, "pblib ") })...)
	}
	if missing == nil && (*update || modeltest.Long()) {
		for sort, name := range sorts {
			same := slices.DeleteFunc(slices.Clone(list), func(c constraint) bool { return c.sort != name })
			for _, encoder := range theirs(sort) {
				for i, f := range byPBLib(t, encoder, same...) {
					rows = append(rows, measured(t, same[i], "pblib "+encoder, f, samples[same[i].name]))
				}
			}
		}
	}
	held(t, "constraints", rows)
}
