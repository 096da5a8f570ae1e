package proof_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/proof"
	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"

	"qmsat/encode/sat"
)

// TestPuzzles proves each of the 180 quasi-magic puzzles, or where time is short some of them, to have one solution, writes the proof,
// reads it back and verifies it.
func TestPuzzles(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	lemmas := 0
	for i, cube := range quasiMagicPuzzles(t, m) {
		if i%20 > 0 && !modeltest.Long() {
			continue
		}
		p := read(t, written(t, prove(t, "gophersat", m, cube, encode.Options{})))
		if reason := verify(t, m, p); reason != "" || len(p.Solutions) != 1 {
			t.Errorf("puzzle %d: %d solutions; %s", i, len(p.Solutions), reason)
		}
		lemmas += len(p.Steps)
	}
	if lemmas < 100 {
		t.Errorf("%d steps in all: the puzzles were expected to need a search", lemmas)
	}
}

// TestRandomModels proves random models under random cubes, in any encoding, and holds the proved solutions against brute
// force; without one of its solutions a proof is refused.
func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube, encoding := drawn(t, m)
		p := resealed(t, prove(t, "gophersat", m, cube, encoding))
		if reason := verify(t, m, p); reason != "" {
			t.Fatal(reason)
		}
		want := len(modeltest.BruteForce(m, cube))
		if len(p.Solutions) != want {
			t.Fatalf("%d solutions, expected %d", len(p.Solutions), want)
		}
		if want > 0 {
			dropped := rapid.IntRange(0, want-1).Draw(t, "dropped")
			p.Solutions = slices.Delete(p.Solutions, dropped, dropped+1)
			if reason := verify(t, m, resealed(t, p)); reason == "" {
				t.Fatal("accepted without one of its solutions")
			}
		}
	})
}

// TestManySolutions proves a count, and a theorem: that a model and the negation of a constraint have no solution.
func TestManySolutions(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	p := prove(t, "gophersat", m, nil, encode.Options{})
	if reason := verify(t, m, p); reason != "" || len(p.Solutions) != 288 {
		t.Errorf("%d solutions, expected 288; %s", len(p.Solutions), reason)
	}
	// In a 4×4 grid, a 1 in the corner is not alone: another 1 is in the opposite box.
	theorem := must(model.Sudoku(2, 2))
	theorem.Constraints = append(theorem.Constraints, &model.Rule{Formula: model.Not{Of: model.Implies{
		If:   model.Is(0, 1),
		Then: model.Or{model.Is(10, 1), model.Is(11, 1), model.Is(14, 1), model.Is(15, 1)},
	}}})
	p = prove(t, "gophersat", theorem, nil, encode.Options{})
	if reason := verify(t, theorem, p); reason != "" || len(p.Solutions) != 0 {
		t.Errorf("the theorem: %d solutions, expected none; %s", len(p.Solutions), reason)
	}
}

// A clause may be as long as a formula has literals, far beyond what is read by the line elsewhere.
func TestLongLines(t *testing.T) {
	p := prove(t, "gophersat", must(model.Sudoku(1, 2)), nil, encode.Options{})
	p.Steps = []proof.Step{{Clause: make([]encode.Literal, 100_000)}}
	for i := range p.Steps[0].Clause {
		p.Steps[0].Clause[i] = encode.Literal(i + 1)
	}
	if got := resealed(t, p); len(got.Steps) != 1 || !slices.Equal(got.Steps[0].Clause, p.Steps[0].Clause) {
		t.Errorf("%d steps, expected one with 100000 literals", len(got.Steps))
	}
}

// TestTampered changes a proof in each way that matters, once with the hash of the file left as it was and once under its
// new hash, so that what is refused is refused for what it says.
func TestTampered(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	genuine := prove(t, "gophersat", m, puzzles[0], encode.Options{})
	if reason := verify(t, m, resealed(t, genuine)); reason != "" {
		t.Fatal(reason)
	}
	two := must(model.Sudoku(2, 2))
	many := prove(t, "gophersat", two, nil, encode.Options{})
	for name, test := range map[string]struct {
		m      *model.Model
		p      *proof.Proof
		change func(p *proof.Proof)
		want   string
	}{
		"a value of a solution": {m, genuine, func(p *proof.Proof) {
			p.Solutions[0].Values = slices.Clone(p.Solutions[0].Values)
			p.Solutions[0].Values[3] = p.Solutions[0].Values[3]%9 + 1
		}, "line 6: solution 1 is none: "},
		"a short solution": {m, genuine, func(p *proof.Proof) {
			p.Solutions[0].Values = p.Solutions[0].Values[:80]
		}, "line 6: solution 1 is none: the assignment has 80 values, the model 81 variables"},
		"no solution": {m, genuine, func(p *proof.Proof) {
			p.Solutions = nil
		}, "does not follow by unit propagation"},
		"no solution and no steps": {m, genuine, func(p *proof.Proof) {
			p.Solutions, p.Steps = nil, nil
		}, "do not come down to the empty clause"},
		"a solution twice": {m, genuine, func(p *proof.Proof) {
			p.Solutions = append(p.Solutions, p.Solutions[0])
		}, "line 7: solution 2 is that of line 6 again"},
		"one of many solutions": {two, many, func(p *proof.Proof) {
			p.Solutions = slices.Delete(p.Solutions, 100, 101)
		}, "does not follow by unit propagation"},
		"another's solution": {m, genuine, func(p *proof.Proof) {
			p.Cube = model.Assignments.FormatCube(m, puzzles[1])
		}, "it is about the formula"},
		"no steps": {m, genuine, func(p *proof.Proof) { p.Steps = nil }, "do not come down to the empty clause"},
		"just the empty clause": {m, genuine, func(p *proof.Proof) {
			p.Steps = p.Steps[len(p.Steps)-1:]
		}, "the lemma [] does not follow by unit propagation"},
		"a literal of the first lemma": {m, genuine, func(p *proof.Proof) {
			p.Steps[0].Clause = slices.Clone(p.Steps[0].Clause)
			p.Steps[0].Clause[0] *= -1
		}, "line 7: the lemma"},
		"a literal less": {m, genuine, func(p *proof.Proof) {
			p.Steps[0].Clause = p.Steps[0].Clause[1:]
		}, "line 7: the lemma"},
		"deletes what is not there": {m, genuine, func(p *proof.Proof) {
			p.Steps = slices.Insert(p.Steps, 0, proof.Step{Delete: true, Clause: []encode.Literal{1, 2}})
		}, "line 7: the clause [1 2] to delete is not among the clauses"},
		"a foreign model": {must(model.QuasiMagic(3, 3)), genuine, func(*proof.Proof) {}, "it is about the model sha256:"},
		"another encoding": {m, genuine, func(p *proof.Proof) {
			p.Encoding.Linear = "support"
		}, "it is about the formula 729 "},
		"a given": {m, genuine, func(p *proof.Proof) {
			p.Cube = strings.Replace(p.Cube, "r", "x", 1)
		}, "the cube: "},
	} {
		t.Run(name, func(t *testing.T) {
			changed := *test.p
			changed.Solutions, changed.Steps = slices.Clone(test.p.Solutions), slices.Clone(test.p.Steps)
			test.change(&changed)
			if reason := verify(t, test.m, resealed(t, &changed)); !strings.Contains(reason, test.want) {
				t.Errorf("refused for %q, expected %q", reason, test.want)
			}
			end := written(t, test.p)[strings.LastIndex(written(t, test.p), "\nend "):]
			text := written(t, &changed)
			text = text[:strings.LastIndex(text, "\nend ")] + end
			if reason := verify(t, test.m, read(t, text)); reason == "" {
				t.Error("accepted with the hash of the genuine proof")
			}
		})
	}
}

// TestEachLineMatters drops the lines of a proof one by one, and changes the literals of its lemmas one by one: whatever
// unit propagation makes of that, a changed file is refused.
func TestEachLineMatters(t *testing.T) {
	modeltest.OnlyLong(t)
	m := must(model.Sudoku(2, 2))
	cube := must2(model.Characters.Parse(m, "1..............."))
	p := prove(t, "gophersat", m, cube, encode.Options{})
	lines := strings.SplitAfter(written(t, p), "\n")
	if len(lines) < 80 {
		t.Fatalf("%d lines, expected a long proof", len(lines))
	}
	for i := range lines[:len(lines)-2] {
		text := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
		changed, err := proof.Read("test.proof", strings.NewReader(text))
		if i < 5 {
			if err == nil {
				t.Errorf("read without %q", lines[i])
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if reason := verify(t, m, changed); reason == "" {
			t.Errorf("accepted without %q", lines[i])
		}
	}
	for i, step := range p.Steps {
		for j := range step.Clause {
			changed := *p
			changed.Steps = slices.Clone(p.Steps)
			changed.Steps[i].Clause = slices.Clone(step.Clause)
			changed.Steps[i].Clause[j] *= -1
			text := written(t, &changed)
			text = text[:strings.LastIndex(text, "\nend ")+1] + lines[len(lines)-2]
			if reason := verify(t, m, read(t, text)); reason == "" {
				t.Errorf("accepted with literal %d of lemma %d negated", j, i)
			}
		}
	}
}

// must2 returns what a parser read.
func must2(cube model.Cube, err error) model.Cube {
	if err != nil {
		panic(err)
	}
	return cube
}

// TestIndependence holds that the checker has nothing of a solver in it.
func TestIndependence(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if strings.Contains(name, "gini") || strings.Contains(name, "gophersat") || strings.HasPrefix(name, "qmsat/encode/sat") {
			t.Errorf("the checker depends on %s", name)
		}
	}
	if !strings.Contains(string(out), "qmsat/encode\n") {
		t.Errorf("the dependencies lack the encoder: %s", out)
	}
}

// TestProversAreStated holds that just the engines with the ability have a prover.
func TestProversAreStated(t *testing.T) {
	proving := 0
	for _, name := range engine.Names() {
		e, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = sat.ProverOf(e)
		if (err == nil) != e.Abilities.Proof {
			t.Errorf("%s: ability %t, prover: %v", name, e.Abilities.Proof, err)
		}
		if err == nil {
			proving++
		}
	}
	if proving == 0 {
		t.Error("no engine proves")
	}
}
