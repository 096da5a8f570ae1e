package encode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode/answer"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// export writes a model under a cube as a DIMACS file.
func export(t rapid.TB, m *model.Model, options Options, cube model.Cube) string {
	t.Helper()
	d, err := NewDIMACS(context.Background(), m, options, cube)
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	if err := d.Write(context.Background(), &file); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

func TestDIMACSFile(t *testing.T) {
	m := &model.Model{Name: "two\nlines"}
	x, y := m.AddVariable("x", model.Values(-1, 3)), m.AddVariable("y", model.Interval(3, 4))
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: []model.Var{x, y}}}
	clauses := `1 2 0
-1 -2 0
3 4 0
-3 -4 0
-2 -3 0
`
	for _, test := range []struct {
		name    string
		outputs []model.Var
		cube    model.Cube
		problem string
		show    string
		units   string
	}{
		{"plain", nil, nil, "p cnf 4 5", "c t mc", ""},
		{"all outputs", []model.Var{y, x}, nil, "p cnf 4 5", "c t mc", ""},
		{"projected", []model.Var{y}, nil, "p cnf 4 5", "c t pmc\nc p show 3 4 0", ""},
		{"givens", nil, model.Cube{{Var: y, Value: 4}, {Var: x, Value: -1}}, "p cnf 4 7", "c t mc", "4 0\n1 0\n"},
		{"given outside its domain", nil, model.Cube{{Var: x, Value: 3}, {Var: y, Value: 7}}, "p cnf 4 6", "c t mc", "0\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m.Outputs = test.outputs
			want := "c model two lines\nc encoding extended/pairwise/auto\n" +
				"c var 1 x=-1\nc var 2 x=3\nc var 3 y=3\nc var 4 y=4\n" +
				test.problem + "\n" + test.show + "\n" + clauses + test.units
			if diff := cmp.Diff(want, export(t, m, Options{}, test.cube)); diff != "" {
				t.Errorf("file (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHeaderEqualsWhatFollows recounts variables, clauses and literals of the written file.
func TestHeaderEqualsWhatFollows(t *testing.T) {
	table := must(model.Sudoku(2, 2))
	table.Constraints = append(table.Constraints,
		&model.Table{Vars: []model.Var{0, 5}, Tuples: [][]int{{1, 2}, {2, 3}, {4, 4}}},
		&model.Rule{Formula: model.Count{Kind: model.Exactly, K: 2, Of: []model.Formula{model.Is(0, 1), model.Is(1, 2), model.Is(7, 3)}}})
	for _, m := range []*model.Model{must(model.Sudoku(2, 3)), must(model.QuasiMagic(2, 1)), table} {
		for options := range eachOptions {
			for _, options.Published = range []bool{false, true} {
				cube := model.Cube{{Var: 3, Value: 2}, {Var: 9, Value: 1}}
				d, err := NewDIMACS(context.Background(), m, options, cube)
				if err != nil {
					t.Fatal(err)
				}
				found := Size{}
				var problem string
				for line := range strings.Lines(export(t, m, options, cube)) {
					switch line[0] {
					case 'c':
						continue
					case 'p':
						problem = strings.TrimSpace(line)
						continue
					}
					found.Clauses++
					words := strings.Fields(line)
					for _, word := range words[:len(words)-1] {
						var l int
						if _, err := fmt.Sscan(word, &l); err != nil || l == 0 {
							t.Fatalf("line %q", line)
						}
						found.Variables = max(found.Variables, l, -l)
						found.Literals++
					}
				}
				if found != d.Size {
					t.Errorf("%s, %v: the file has %+v, declared %+v", m.Name, options, found, d.Size)
				}
				if want := fmt.Sprintf("p cnf %d %d", found.Variables, found.Clauses); problem != want {
					t.Errorf("%s, %v: %s, expected %s", m.Name, options, problem, want)
				}
			}
		}
	}
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

var errFull = errors.New("no space left")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		return f.left, errFull
	}
	f.left -= len(p)
	return len(p), nil
}

func TestWriteErrorsComeBack(t *testing.T) {
	d, err := NewDIMACS(context.Background(), must(model.Sudoku(3, 3)), Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if err := d.Write(context.Background(), &whole); err != nil {
		t.Fatal(err)
	}
	for _, room := range []int{0, 1, 5_000, 70_000, whole.Len() - 1} {
		if err := d.Write(context.Background(), &failing{room}); !errors.Is(err, errFull) {
			t.Errorf("failing after %d bytes: error %v, expected %v", room, err, errFull)
		}
	}
	if err := d.Write(context.Background(), &failing{whole.Len()}); err != nil {
		t.Errorf("with just enough room: %v", err)
	}
}

// TestFailedWriteEndsTheWork checks that a failed write is noticed before the end.
func TestFailedWriteEndsTheWork(t *testing.T) {
	out := &stopAfter{clauses: 1, stop: func() {}}
	_, err := Compile(context.Background(), must(model.Sudoku(4, 4)), Options{}, fullSink{out})
	if !errors.Is(err, errFull) || out.counter.clauses > 1+poll {
		t.Errorf("error %v after %d clauses, expected %v", err, out.counter.clauses, errFull)
	}
}

// fullSink is full after its first clause.
type fullSink struct{ *stopAfter }

func (s fullSink) Err() error {
	if s.counter.clauses > 0 {
		return errFull
	}
	return nil
}

func TestCancelledWriteStops(t *testing.T) {
	d, err := NewDIMACS(context.Background(), must(model.Sudoku(4, 4)), Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := d.Write(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected %v", err, context.Canceled)
	}
	if _, err := NewDIMACS(ctx, must(model.Sudoku(4, 4)), Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected %v", err, context.Canceled)
	}
}

// quasiMagicPuzzle is a puzzle for Δ = 2 with one solution.
type quasiMagicPuzzle struct {
	cube     model.Cube
	solution string
}

// quasiMagicPuzzles reads testdata/quasimagic-180.txt, given the path to the module.
func quasiMagicPuzzles(t testing.TB, m *model.Model) []quasiMagicPuzzle {
	t.Helper()
	text, err := os.ReadFile("../testdata/quasimagic-180.txt")
	if err != nil {
		t.Fatal(err)
	}
	var puzzles []quasiMagicPuzzle
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Fields(line)
		cube, err := model.Characters.Parse(m, columns[0])
		if err != nil || len(columns) != 3 {
			t.Fatalf("%q: %v", line, err)
		}
		puzzles = append(puzzles, quasiMagicPuzzle{cube, columns[2]})
	}
	if len(puzzles) != 180 {
		t.Fatalf("%d puzzles, expected 180", len(puzzles))
	}
	return puzzles
}

// decodeAll reads a solver's output for an exported file; each solution is its values joined.
func decodeAll(t *testing.T, file, output string) (solutions []string) {
	t.Helper()
	exported, err := answer.ReadExported("file", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := answer.Read("output", strings.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	for _, literals := range answer.Models {
		names, values, err := exported.Decode(literals)
		if err != nil {
			t.Fatal(err)
		}
		if len(names) != len(values) || names[0] != "r1c1" || names[len(names)-1] != fmt.Sprintf("r%[1]dc%[1]d", isqrt(len(names))) {
			t.Fatalf("names %v", names)
		}
		solutions = append(solutions, strings.Join(strings.Fields(strings.Trim(fmt.Sprint(values), "[]")), ""))
	}
	return solutions
}

func isqrt(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// TestExportSolveDecode exports puzzles, has gini read and solve the files, and decodes the answers.
func TestExportSolveDecode(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m := must(model.QuasiMagic(3, 2))
	puzzles, turn := quasiMagicPuzzles(t, m), 0
	for options := range eachOptions {
		if turn++; turn%modeltest.Scale(50, 3, 1) > 0 {
			continue
		}
		for i := 0; i < len(puzzles); i += 60 {
			file := export(t, m, options, puzzles[i].cube)
			solver, err := gini.NewDimacs(strings.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			if solver.Solve() != 1 {
				t.Fatalf("%v, puzzle %d: gini finds no solution", options, i)
			}
			output := "c a comment\ns SATISFIABLE\nv"
			for v := z.Var(1); v <= solver.MaxVar(); v++ {
				if l := v.Pos(); solver.Value(l) {
					output += fmt.Sprint(" ", l)
				} else {
					output += fmt.Sprint(" ", l.Not())
				}
				if v%100 == 0 {
					output += "\nv"
				}
			}
			if got := decodeAll(t, file, output+" 0\n"); len(got) != 1 || got[0] != puzzles[i].solution {
				t.Errorf("%v, puzzle %d: decoded %v, expected %s", options, i, got, puzzles[i].solution)
			}
		}
	}
}

// TestPairsAreClauses compares sinks that take pairs with the same clauses one by one. The buffer is small. The lists are longer
// than the writer's memory, and agree in some places.
func TestPairsAreClauses(t *testing.T) {
	literal := rapid.Custom(func(t *rapid.T) Literal {
		l := Literal(rapid.SampledFrom([]int{1, 9, 10, 123456, 1<<31 - 2}).Draw(t, "variable"))
		return l * Literal(rapid.SampledFrom([]int{-1, 1}).Draw(t, "sign"))
	})
	rapid.Check(t, func(t *rapid.T) {
		var pairs, clauses bytes.Buffer
		size := rapid.IntRange(32, 100).Draw(t, "buffer")
		byPairs := &dimacsWriter{w: &pairs, buffer: make([]byte, 0, size)}
		byClause := &dimacsWriter{w: &clauses, buffer: make([]byte, 0, size)}
		var countPairs, countClauses counter
		for range rapid.IntRange(1, 4).Draw(t, "lists") {
			others := rapid.SliceOfN(literal, 0, 300).Draw(t, "others")
			last := literal.Draw(t, "last")
			byPairs.Pairs(others, last)
			countPairs.Pairs(others, last)
			for _, l := range others {
				byClause.Clause([]Literal{l, last})
				countClauses.Clause([]Literal{l, last})
			}
		}
		byPairs.flush()
		byClause.flush()
		if diff := cmp.Diff(clauses.String(), pairs.String()); diff != "" {
			t.Fatalf("file (-clause by clause +pairs):\n%s", diff)
		}
		if countPairs != countClauses {
			t.Fatalf("counted %+v by pairs, %+v clause by clause", countPairs, countClauses)
		}
	})
}
