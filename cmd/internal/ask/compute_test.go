package ask

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
)

// The puzzles of these tests; the first has one solution.
const (
	smallPuzzle = `{"grid":{"boxes":"2x2"},"givens":{"r1c1":1,"r2c3":2,"r3c2":3,"r4c4":4}}`
	emptySmall  = `{"grid":{"boxes":"2x2"}}`
	magicPuzzle = `{"grid":{"boxes":"3x3"},"quasi-magic":2,"givens":{"r1c1":5,"r2c4":3},"constraints":[{"kind":"thermometer","line":"r4c4-r6c4"}]}`
	plainPuzzle = `{"grid":{"boxes":"3x3"},"givens":{"r1c1":5,"r1c2":3,"r1c5":7,"r2c1":6,"r2c4":1,"r2c5":9,"r2c6":5,"r3c2":9,"r3c3":8,
		"r3c8":6,"r4c1":8,"r4c5":6,"r4c9":3,"r5c1":4,"r5c4":8,"r5c6":3,"r5c9":1,"r6c1":7,"r6c5":2,"r6c9":6,"r7c2":6,"r7c7":2,"r7c8":8,
		"r8c4":4,"r8c5":1,"r8c6":9,"r8c9":5,"r9c5":8,"r9c8":7,"r9c9":9}}`
)

// askAbout sends a request; its fields are put beside the puzzle's. It returns the answer and the events as the page sees them.
func askAbout[A any](t *testing.T, name, puzzle, fields string) (answer A, events []json.RawMessage) {
	t.Helper()
	answer, events, err := tryAsk[A](t, name, puzzle, fields)
	if err != nil {
		t.Fatal(err)
	}
	return answer, events
}

func tryAsk[A any](t *testing.T, name, puzzle, fields string) (answer A, events []json.RawMessage, err error) {
	t.Helper()
	m, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	request := "{" + fields + "}"
	if puzzle != "" {
		request = `{"puzzle":` + puzzle + strings.TrimSuffix(","+fields, ",") + "}"
	}
	result, err := m.Run(t.Context(), []byte(request), func(event any) error {
		text, err := json.Marshal(event)
		events = append(events, text)
		return err
	})
	if err != nil {
		return answer, events, err
	}
	text, err := json.Marshal(result)
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	return answer, events, err
}

func readPuzzle(t *testing.T, text string) (*model.Model, model.Cube) {
	t.Helper()
	m, cube, err := onPuzzle(text).Puzzle.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m, cube
}

// exported returns the clauses of a DIMACS file, and its names of literals.
func exported(t *testing.T, puzzle, encoding string) (clauses [][]encode.Literal, names map[encode.Literal]string) {
	t.Helper()
	m, cube := readPuzzle(t, puzzle)
	options, err := encodingNamed(encoding)
	if err != nil {
		t.Fatal(err)
	}
	d, err := encode.NewDIMACS(t.Context(), m, options, cube)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := d.Write(t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	names = map[encode.Literal]string{}
	for line := range strings.Lines(text.String()) {
		words := strings.Fields(line)
		switch {
		case words[0] == "c" && words[1] == "var":
			var l encode.Literal
			fmt.Sscan(words[2], &l)
			names[l] = words[3]
		case words[0] != "c" && words[0] != "p":
			c := []encode.Literal{}
			for _, word := range words[:len(words)-1] {
				var l encode.Literal
				fmt.Sscan(word, &l)
				c = append(c, l)
			}
			clauses = append(clauses, c)
		}
	}
	return clauses, names
}

func literalsOfClauses(list []clause) [][]encode.Literal {
	var literals [][]encode.Literal
	for _, c := range list {
		literals = append(literals, c.Literals)
	}
	return literals
}

func TestFormulaIsTheExport(t *testing.T) {
	modeltest.OnlyLong(t)
	all := []string{"optimized/product/auto", "", "weber/sequential/support"}
	for _, encoding := range all[:modeltest.Scale(1, len(all))] {
		clauses, names := exported(t, magicPuzzle, encoding)
		var paged [][]encode.Literal
		for len(paged) < len(clauses) {
			a, _ := askAbout[formulaAnswer](t, "formula", magicPuzzle, fmt.Sprintf(`"encoding":%q,"offset":%d,"most":1000`, encoding, len(paged)))
			if a.Total != len(clauses) || a.Size.Clauses != int64(len(clauses)) || len(a.Clauses) == 0 {
				t.Fatalf("%s: total %d, size %+v, %d shown, expected %d clauses", encoding, a.Total, a.Size, len(a.Clauses), len(clauses))
			}
			for _, v := range a.Variables {
				if own, ok := names[v.ID]; ok && own != v.Name || !ok && v.Name != fmt.Sprintf("#%d", v.ID) {
					t.Fatalf("%s: variable %d is %q, expected %q", encoding, v.ID, v.Name, own)
				}
			}
			paged = append(paged, literalsOfClauses(a.Clauses)...)
		}
		if !slices.EqualFunc(clauses, paged, slices.Equal) {
			t.Errorf("%s: the %d clauses are not those of the export", encoding, len(paged))
		}
		a, _ := askAbout[formulaAnswer](t, "formula", magicPuzzle, fmt.Sprintf(`"encoding":%q,"cell":"r5c5","value":4,"most":1000`, encoding))
		var with [][]encode.Literal
		for _, c := range clauses {
			if slices.ContainsFunc(c, func(l encode.Literal) bool { return names[max(l, -l)] == "r5c5=4" }) {
				with = append(with, c)
			}
		}
		if diff := cmp.Diff(with, literalsOfClauses(a.Clauses)); diff != "" || len(with) == 0 {
			t.Errorf("%s: clauses of r5c5=4 differ (-export +page):\n%s", encoding, diff)
		}
	}
}

func TestFormulaOfConstraints(t *testing.T) {
	of := func(puzzle, constraint, fields string) formulaAnswer {
		t.Helper()
		all, _ := askAbout[formulaAnswer](t, "formula", puzzle, "")
		at := slices.IndexFunc(all.Constraints, func(c constraintName) bool { return c.Name == constraint || c.Kind == constraint })
		a, _ := askAbout[formulaAnswer](t, "formula", puzzle, fmt.Sprintf(`"constraint":%d%s`, at, fields))
		return a
	}
	row := of(`{"grid":{"boxes":"3x3"}}`, "row 1", `,"most":1000`)
	if row.Total != 9+9*36 || len(row.Together) != 0 {
		t.Errorf("row 1: %d clauses, together with %q; expected each value, and no two cells with it", row.Total, row.Together)
	}
	for _, c := range row.Clauses {
		if strings.Contains(strings.Join(c.Text, " "), "r2c") {
			t.Errorf("row 1 has the clause %v", c.Text)
		}
	}
	lines, again := of(magicPuzzle, "box 1 row 2", ""), of(magicPuzzle, "box 1 diagonal 1", "")
	if len(lines.Together) != 7 || lines.Total == 0 || !cmp.Equal(lines.Clauses, again.Clauses) {
		t.Errorf("a line of box 1 has %d clauses, together with %q; expected those of all eight lines", lines.Total, lines.Together)
	}
	if a := of(magicPuzzle, "thermometer", ""); a.Total == 0 || len(a.Together) != 8 {
		t.Errorf("the thermometer has %d clauses, together with %q; expected the lines of box 5", a.Total, a.Together)
	}
	alone := of(magicPuzzle, "thermometer", `,"encoding":"extended/pairwise/support"`)
	if alone.Total == 0 || len(alone.Together) != 0 {
		t.Errorf("with support the thermometer has %d clauses, together with %q; expected its own", alone.Total, alone.Together)
	}
}

func TestFormulaRefusals(t *testing.T) {
	for fields, want := range map[string]string{
		`"encoding":"extended"`:   `found the encoding "extended"`,
		`"cell":"r1c9"`:           `cell "r1c9"`,
		`"cell":"r1c1","value":7`: "r1c1 = 7",
		`"constraint":99`:         "constraint 99, expected 0 to 11",
		`"most":100000`:           "most: found 100000, expected 0 to 1000",
		`"clauses":1`:             `unknown field "clauses"`,
	} {
		if _, _, err := tryAsk[formulaAnswer](t, "formula", emptySmall, fields); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %q", fields, err, want)
		}
	}
}

func TestSizes(t *testing.T) {
	list, events := askAbout[[]encodingSize](t, "sizes", `{"grid":{"boxes":"3x3"}}`, `"vary":"all"`)
	if len(events) != len(list) {
		t.Errorf("%d events, expected one for each of %d encodings", len(events), len(list))
	}
	if s := list[0]; s.Encoding != encode.DefaultCells+"/"+encode.DefaultAMO+"/auto" || s.Variables != 729 || s.Clauses != 10530 || s.Auxiliary != 0 {
		t.Errorf("the first is %+v, expected the default with 729 variables and 10530 clauses", s)
	}
	byName := map[string]encodingSize{}
	for _, s := range list {
		byName[s.Encoding] = s
	}
	for _, name := range encode.AtMostOnes.Names() {
		clauses, names := exported(t, `{"grid":{"boxes":"3x3"}}`, "extended/"+name+"/auto")
		s := byName["extended/"+name+"/auto"]
		if s.Clauses != int64(len(clauses)) || s.Variables-s.Auxiliary != len(names) {
			t.Errorf("%s: %+v, expected %d clauses and %d variables for values", name, s, len(clauses), len(names))
		}
	}
	if _, _, err := tryAsk[[]encodingSize](t, "sizes", emptySmall, `"vary":"colour"`); err == nil {
		t.Error("an unknown part was accepted")
	}
}

// closure propagates units until nothing changes, plainly.
func closure(clauses [][]encode.Literal, chosen []encode.Literal) (isTrue map[encode.Literal]bool, conflict bool) {
	isTrue = map[encode.Literal]bool{}
	for _, l := range chosen {
		isTrue[l] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			open := slices.DeleteFunc(slices.Clone(c), func(l encode.Literal) bool { return isTrue[-l] })
			switch {
			case len(open) == 0:
				return isTrue, true
			case len(open) == 1 && !isTrue[open[0]]:
				isTrue[open[0]], changed = true, true
			}
		}
	}
	return isTrue, false
}

func TestPropagate(t *testing.T) {
	if a := ask[propagateAnswer](t, "propagate", `{"puzzle": {"grid": {"boxes": "2x2"}}}`); a.Implied == nil || len(a.Implied) != 0 || !a.Consistent {
		t.Errorf("%+v, expected an empty list", a)
	}
	clauses, names := exported(t, magicPuzzle, "")
	for _, chosen := range []string{"", "41", "41,-50", "5,14", "-300,41"} {
		a, _ := askAbout[propagateAnswer](t, "propagate", magicPuzzle, fmt.Sprintf(`"literals":[%s]`, chosen))
		var list []encode.Literal
		if err := json.Unmarshal([]byte("["+chosen+"]"), &list); err != nil {
			t.Fatal(err)
		}
		want, conflict := closure(clauses, list)
		got := map[encode.Literal]bool{}
		for _, l := range a.Implied {
			if l.Clause != nil && !slices.ContainsFunc(clauses, func(c []encode.Literal) bool { return slices.Equal(c, l.Clause) }) {
				t.Errorf("%v: the clause %v is not in the formula", l, l.Clause)
			}
			for _, other := range l.Clause {
				if other != l.ID && !got[-other] {
					t.Errorf("%s does not follow from %v yet", l.Name, l.Clause)
				}
			}
			got[l.ID] = true
		}
		if conflict == a.Consistent {
			t.Fatalf("%s: consistent %t, expected %t", chosen, a.Consistent, !conflict)
		}
		if conflict {
			for _, l := range a.Conflict {
				if !got[-l] && l != -list[a.Failed-1] {
					t.Errorf("%s: the conflict %v is not false", chosen, a.Conflict)
				}
			}
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: propagation differs from the fixpoint (-want +got):\n%s", chosen, diff)
		}
		for l, name := range names {
			cell, value, _ := strings.Cut(name, "=")
			if left := slices.Contains(a.Candidates[cell], int(value[0]-'0')); left == want[-l] {
				t.Errorf("%s: candidate %s is left: %t", chosen, name, left)
			}
		}
	}
}

func TestPropagateSolvesBySingles(t *testing.T) {
	a, _ := askAbout[propagateAnswer](t, "propagate", plainPuzzle, `"literals":[]`)
	m, cube := readPuzzle(t, plainPuzzle)
	session, err := engine.Open(t.Context(), "native", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	counts, err := compare.Candidates(t.Context(), session, nil, m, cube, 1, compare.Told{})
	if err != nil {
		t.Fatal(err)
	}
	for v, d := range counts.Domains(m) {
		if diff := cmp.Diff([]int{d.Min()}, a.Candidates[m.NameOf(model.Var(v))]); diff != "" || d.Size() != 1 {
			t.Errorf("%s: %s", m.NameOf(model.Var(v)), diff)
		}
	}
}

func TestDecode(t *testing.T) {
	const encoding = "extended/pairwise/auto"
	m, cube := readPuzzle(t, smallPuzzle)
	session, err := engine.Open(t.Context(), "native", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	solutions, err := engine.Collect(t.Context(), session, cube, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := func(a model.Assignment) string {
		_, names := exported(t, smallPuzzle, encoding)
		text := "s SATISFIABLE\nv"
		for l := encode.Literal(1); int(l) <= len(names); l++ {
			cell, value, _ := strings.Cut(names[l], "=")
			if a[m.Names()[cell]] != int(value[0]-'0') {
				text += " -"
			} else {
				text += " "
			}
			text += fmt.Sprint(l)
		}
		return text + " 0\n"
	}
	for _, a := range solutions {
		output, _ := json.Marshal(lines(a))
		answer, _ := askAbout[decodeAnswer](t, "decode", smallPuzzle, `"encoding":"`+encoding+`","output":`+string(output))
		for v, value := range a {
			if answer.Solution[m.NameOf(model.Var(v))] != value {
				t.Fatalf("decoded %v, expected %v", answer.Solution, a)
			}
		}
	}
	wrong := slices.Clone(solutions[0])
	wrong[5], wrong[6] = wrong[6], wrong[5]
	output, _ := json.Marshal(lines(wrong))
	if _, _, err := tryAsk[decodeAnswer](t, "decode", smallPuzzle, `"encoding":"`+encoding+`","output":`+string(output)); err == nil {
		t.Error("a wrong answer was decoded")
	}
	if a, _ := askAbout[decodeAnswer](t, "decode", smallPuzzle, `"output":"s UNSATISFIABLE\n"`); !a.Unsatisfiable {
		t.Error("s UNSATISFIABLE was not read")
	}
	// A variable that a solver leaves out is false. One that is 0 or 1 has a single literal.
	const flags = `{"variables":{"a":"0..1","b":"0..1"}}`
	for _, named := range []string{"", encoding} {
		a, _ := askAbout[decodeAnswer](t, "decode", flags, `"encoding":"`+named+`","output":"s SATISFIABLE\nv 1 0"`)
		if a.Solution["a"] != 1 || a.Solution["b"] != 0 {
			t.Errorf("%q: %v, expected a = 1 and b = 0", named, a.Solution)
		}
	}
	if _, _, err := tryAsk[decodeAnswer](t, "decode", smallPuzzle, `"output":"hello"`); err == nil {
		t.Error("text without an answer was decoded")
	}
}

// writtenFor writes a puzzle for solvers, and returns a solution of it and the file.
func writtenFor(t *testing.T, puzzle, fields string) (solution model.Assignment, m *model.Model, text string) {
	t.Helper()
	m, cube := readPuzzle(t, puzzle)
	session, err := engine.Open(t.Context(), "native", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	solutions, err := engine.Collect(t.Context(), session, cube, 1)
	if err != nil || len(solutions) == 0 {
		t.Fatalf("%v, expected a solution", err)
	}
	a, _ := askAbout[written](t, "export", puzzle, fields)
	return solutions[0], m, a.Text
}

// literalsIn says the numbers of the variables of a DIMACS or OPB file, and which of them are true in a solution.
func literalsIn(text string, m *model.Model, a model.Assignment, say func(number string, holds bool)) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 4 || words[0] != "c" && words[0] != "*" || words[1] != "var" {
			continue
		}
		name, value, _ := strings.Cut(words[3], "=")
		say(words[2], fmt.Sprint(a[m.Names()[name]]) == value)
	}
}

// The answers of solvers to each file that write makes are read: the text says which file an answer is for.
func TestDecodeFormats(t *testing.T) {
	for _, c := range []struct {
		format         string
		none, wrong    string // answers: there is no solution; values that are no solution
		of             func(m *model.Model, a model.Assignment, text string) string
		wrongIsRefused string
	}{
		{"opb", "s UNSATISFIABLE\n", "s SATISFIABLE\nv x1 x2\n", func(m *model.Model, a model.Assignment, text string) string {
			out := "c a solver\ns SATISFIABLE\nv"
			literalsIn(text, m, a, func(number string, holds bool) {
				if out += " "; !holds {
					out += "-"
				}
				out += "x" + number
			})
			return out + "\n"
		}, "as opb: the assignment breaks the constraint on line"},
		{"lp", "Infeasible - objective value 0.00\n", "Optimal - objective value 0.00\n 0 r1c2_1 1 0\n",
			func(m *model.Model, a model.Assignment, _ string) string {
				out := "Optimal - objective value 0.00\n"
				for v, value := range a {
					out += fmt.Sprintf(" %d %s_%d 1 0\n", v, m.NameOf(model.Var(v)), value)
				}
				return out
			}, "as lp: the assignment breaks the constraint on line"},
	} {
		a, m, text := writtenFor(t, smallPuzzle, fmt.Sprintf(`"format":%q`, c.format))
		ask := func(output string) (decodeAnswer, error) {
			field, _ := json.Marshal(output)
			answer, _, err := tryAsk[decodeAnswer](t, "decode", smallPuzzle, `"encoding":"extended/pairwise/auto","output":`+string(field))
			return answer, err
		}
		answer, err := ask(c.of(m, a, text))
		if diff := cmp.Diff(valuesOf(m, a), answer.Solution); err != nil || diff != "" {
			t.Errorf("%s: %v %s", c.format, err, diff)
		}
		if answer, err := ask(c.none); err != nil || !answer.Unsatisfiable {
			t.Errorf("%s: %+v, %v, expected no solution", c.format, answer, err)
		}
		if _, err := ask(c.wrong); err == nil || !strings.Contains(err.Error(), c.wrongIsRefused) {
			t.Errorf("%s: %v, expected %s", c.format, err, c.wrongIsRefused)
		}
	}
	for output, want := range map[string]string{
		"a solver without a verdict":                         "expected a solver's answer",
		"s SATISFIABLE\nv 1 2 0\n":                           "no solution of this puzzle, as dimacs minimal/pairwise/auto",
		"s SATISFIABLE\nv x1 y2 0\n":                         "expected a variable such as x1",
		"s SATISFIABLE\nv 1 -2 3 4 5 6 7 8 9 10 11 12 13 14": "cut off",
	} {
		field, _ := json.Marshal(output)
		_, _, err := tryAsk[decodeAnswer](t, "decode", smallPuzzle, `"encoding":"minimal/pairwise/auto","output":`+string(field))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", output, err, want)
		}
	}
}

// The panel of files writes DIMACS in the encoding that suits the model. An answer to this file is read beside any chosen encoding.
func TestDecodeOfUsualEncoding(t *testing.T) {
	const open = `{"grid":{"boxes":"2x2"},"givens":{"r1c1":1,"r2c3":2}}`
	a, m, text := writtenFor(t, open, `"format":"dimacs"`)
	output := "s SATISFIABLE\nv"
	literalsIn(text, m, a, func(number string, holds bool) {
		if holds {
			output += " " + number
		}
	})
	field, _ := json.Marshal(output + " 0\n")
	for _, encoding := range []string{"", "extended/pairwise/auto", "minimal/pairwise/auto"} {
		answer, _, err := tryAsk[decodeAnswer](t, "decode", open, fmt.Sprintf(`"encoding":%q,"output":%s`, encoding, field))
		if diff := cmp.Diff(valuesOf(m, a), answer.Solution); err != nil || diff != "" {
			t.Errorf("%q: %v %s", encoding, err, diff)
		}
	}
}

func TestRace(t *testing.T) {
	a, events := askAbout[raceAnswer](t, "race", emptySmall, `"engines":["native","gini","gophersat","frontier"]`)
	if !a.Agree || a.Disagreement != nil || len(a.Engines) != 4 {
		t.Fatalf("%+v, expected four engines that agree", a)
	}
	for _, row := range a.Engines {
		if row.Count != "288" || !row.Complete || !row.Confirmed || len(row.Effort) == 0 {
			t.Errorf("%+v, expected 288 solutions, confirmed, with an effort", row)
		}
	}
	ended := map[string]string{}
	for _, text := range events {
		var e raceEvent
		if err := json.Unmarshal(text, &e); err != nil {
			t.Fatal(err)
		}
		if e.State == "ended" {
			ended[e.Engine] = e.Count
		}
	}
	if diff := cmp.Diff(map[string]string{"native": "288", "gini": "288", "gophersat": "288", "frontier": "288"}, ended); diff != "" {
		t.Error(diff)
	}
	for _, name := range []string{"exec:true", "exec:sh -c 'true'", "nobody", "native,gini", "native[search=best]"} {
		if _, _, err := tryAsk[raceAnswer](t, "race", emptySmall, fmt.Sprintf(`"engines":[%q]`, name)); err == nil {
			t.Errorf("engine %s was accepted", name)
		}
	}
}

// Engines that can tell their effort early do so in events while they run, and it grows.
func TestRaceTellsEffort(t *testing.T) {
	m, err := Lookup("race")
	if err != nil {
		t.Fatal(err)
	}
	first, grown := map[string]map[string]int64{}, map[string]bool{}
	engines := []string{"native", "native search=general", "gini", "gophersat", "residual"}
	_, _ = m.Run(t.Context(), []byte(`{"puzzle":{"grid":{"boxes":"3x3"},"quasi-magic":2},"timeout":30,"limit":1000000,
		"engines":["native","native[search=general]","gini","gophersat","residual"]}`), func(event any) error {
		e := event.(raceEvent)
		if e.State != "running" || len(e.Effort) == 0 {
			return nil
		}
		if first[e.Engine] == nil {
			first[e.Engine] = e.Effort
		}
		for name, before := range first[e.Engine] {
			if e.Effort[name] > before {
				grown[e.Engine] = true
			}
		}
		if len(grown) == len(engines) {
			return errors.New("seen enough")
		}
		return nil
	})
	for _, name := range engines {
		if !grown[name] {
			t.Errorf("%s: no effort that grows before the end, expected some", name)
		}
	}
}

func TestRaceCaughtAFault(t *testing.T) {
	// A small puzzle, because all solutions of what is left are listed while constraints are left out.
	m, cube := readPuzzle(t, `{"grid":{"rows":3,"columns":3},"givens":{"r1c1":1,"r2c2":3}}`)
	lookup := func(name string) *engine.Engine {
		e, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	native := lookup("native")
	for _, wrong := range []*engine.Engine{
		enginetest.Dropping("dropping", native), enginetest.Repeating("repeating", native), enginetest.Inventing("inventing", native),
	} {
		a, err := runRace(t.Context(), compare.Config{Model: m, Limit: 500, Contenders: []compare.Contender{
			{Engine: native}, {Engine: wrong}, {Engine: lookup("frontier")},
		}}, cube, func(any) error { return nil })
		switch {
		case err != nil:
			t.Fatal(err)
		case a.Agree || a.Disagreement == nil:
			t.Fatalf("%s: no disagreement: %+v", wrong.Name, a)
		case !strings.Contains(a.Disagreement.Reason, wrong.Name) || !slices.Contains(a.Disagreement.Engines, wrong.Name):
			t.Errorf("%s: %+v blames another engine", wrong.Name, a.Disagreement)
		}
		reader, err := document.ReaderOf("yaml", "")
		if err != nil {
			t.Fatal(err)
		}
		smallest, err := reader.Read(t.Context(), "smallest", strings.NewReader(a.Disagreement.Text))
		if err != nil {
			t.Fatal(err)
		}
		small := smallest.Model
		if len(small.Variables) >= len(m.Variables) || len(small.Constraints) >= len(m.Constraints) {
			t.Errorf("%s: the smallest case is %q, expected fewer variables and constraints", wrong.Name, a.Disagreement.Text)
		}
	}
}

func TestRaceOfTooMany(t *testing.T) {
	m, _ := Lookup("race")
	request, _ := json.Marshal(raceRequest{About: onPuzzle(small("")), Engines: slices.Repeat([]string{"native"}, mostEngines+1)})
	if _, err := m.Run(t.Context(), request, func(any) error { return nil }); !errors.As(err, new(BadRequest)) {
		t.Errorf("%v, expected a BadRequest", err)
	}
}

func TestRaceStops(t *testing.T) {
	m, cube := readPuzzle(t, emptySmall)
	native, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	counts := 0
	a, err := runRace(ctx, compare.Config{Model: m, Contenders: []compare.Contender{
		{Engine: native}, {Engine: enginetest.Lingering("lingering", native)},
	}}, cube, func(event any) error {
		if e := event.(raceEvent); e.Engine == "lingering" && e.State == "running" && e.Count == "1" {
			counts++
			cancel()
		}
		return nil
	})
	if err != nil || counts == 0 || a.Disagreement != nil || a.Engines[0].Count != "288" || a.Engines[1].Count != "1" || a.Engines[1].Complete {
		t.Errorf("%+v, error %v, %d events of the one that lingers; expected 288 solutions, and one of a search that was cut off", a, err, counts)
	}
}

func TestTrace(t *testing.T) {
	m, cube := readPuzzle(t, magicPuzzle)
	session, err := engine.Open(t.Context(), "native", m, engine.Options{"search": "general"})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	session.(engine.Tracer).Trace(func(engine.TraceStep) {})
	result, err := session.Run(t.Context(), cube, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := askAbout[traceAnswer](t, "trace", magicPuzzle, `"engine":"native"`)
	if !a.Truncated && (a.Nodes != result.Effort[0].Value || a.Count != result.Count.String()) {
		t.Errorf("%d nodes and %s solutions, expected %v and %v", a.Nodes, a.Count, result.Effort, result.Count)
	}
	pruned := 0
	for _, n := range a.ByRule {
		pruned += n
	}
	told := 0
	for _, e := range a.Events {
		if e.Type == engine.TraceFix || e.Type == engine.TracePrune {
			told++
		}
	}
	if pruned != told || told == 0 || a.ByRule["givens"] != 2 {
		t.Errorf("%d values by rule, %d steps that remove values, by %v", pruned, told, a.ByRule)
	}
	small, _ := askAbout[traceAnswer](t, "trace", emptySmall, `"engine":"native"`)
	if small.Count != "288" || small.Truncated {
		t.Errorf("%s solutions, truncated %t, expected 288", small.Count, small.Truncated)
	}
	cut, _ := askAbout[traceAnswer](t, "trace", emptySmall, `"engine":"native","most":50`)
	if len(cut.Events) != 50 || !cut.Truncated || !cmp.Equal(cut.Events, small.Events[:50]) {
		t.Errorf("%d events, truncated %t, expected the first 50 of the whole trace", len(cut.Events), cut.Truncated)
	}
	if _, _, err := tryAsk[traceAnswer](t, "trace", emptySmall, `"engine":"gini"`); err == nil {
		t.Error("gini was traced")
	}
}

func TestTraceOfClauseLearning(t *testing.T) {
	puzzle := `{"grid":{"boxes":"2x2"},"givens":{"r1c1":1,"r2c3":2},"constraints":[{"kind":"linear","cells":["r1c1","r2c3","r4c4"],"sum":6},
		{"kind":"linear","cells":["r3c3","r1c4","r3c1"],"sum":12}]}`
	a, _ := askAbout[traceAnswer](t, "trace", puzzle, `"engine":"gophersat"`)
	if len(a.Events) == 0 || a.Count != "0" {
		t.Fatalf("%+v, expected no solution, and clauses that show it", a)
	}
	clauses, names := exported(t, puzzle, "")
	numbers := map[string]encode.Literal{}
	for l, name := range names {
		numbers[name] = l
	}
	for i, e := range a.Events {
		var lemma, denied []encode.Literal
		for _, text := range e.Clause {
			name, negative := strings.CutPrefix(text, "¬")
			l := numbers[name]
			if number, auxiliary := strings.CutPrefix(name, "#"); auxiliary {
				fmt.Sscan(number, &l)
			}
			if negative {
				l = -l
			}
			lemma, denied = append(lemma, l), append(denied, -l)
		}
		if _, conflict := closure(clauses, denied); !conflict || e.Type != traceLearn || e.Conflict != i+1 {
			t.Errorf("event %d, %v, does not follow by unit propagation", i+1, e)
		}
		clauses = append(clauses, lemma)
	}
	if last := a.Events[len(a.Events)-1]; len(last.Clause) != 0 {
		t.Errorf("the last clause is %v, expected the empty one", last.Clause)
	}
}

// A search of hours is told from its start, and ends when the trace is full.
func TestTraceOfLongSearch(t *testing.T) {
	const pigeons = `{"variables":{"a":"1..12","b":"1..12","c":"1..12","d":"1..12","e":"1..12","f":"1..12","g":"1..12","h":"1..12",
		"i":"1..12","j":"1..12","k":"1..12","l":"1..12","m":"1..12"},
		"constraints":[{"kind":"all-different","cells":["a","b","c","d","e","f","g","h","i","j","k","l","m"]}]}`
	a, _ := askAbout[traceAnswer](t, "trace", pigeons, `"engine":"gophersat","most":300`)
	if len(a.Events) != 300 || !a.Truncated || a.Events[299].Type != traceLearn {
		t.Errorf("%d events, truncated %t, expected 300 and the rest cut", len(a.Events), a.Truncated)
	}
}
