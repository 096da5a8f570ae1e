package encoders

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/compare/study/encodings"
	"qmsat/encode"
	"qmsat/internal/modeltest"
)

// contestant is a solver that reads a file. The limits are seconds of processor time.
type contestant struct{ name, command string }

// The solvers of formulas, and those of pseudo-Boolean problems. The script sat4j-pb runs org.sat4j.pb.LanceurPseudo2007 of
// Debian's package sat4j.
var (
	formulas = []contestant{
		{"cadical", "cadical -t 5"}, {"minisat", "minisat -cpu-lim=5"}, {"clasp", "clasp --stats --time-limit=5"},
	}
	programs = []contestant{{"clasp opb", "clasp --stats --time-limit=5"}, {"sat4j opb", "timeout 12 sat4j-pb"}}
)

// run is what a solver did with a file.
type run struct {
	Sort, Instance, Encoder, Solver string
	Variables, Constraints, Terms   int // of the file: clauses and literals, or constraints and terms
	Outcome                         string
	Conflicts                       int // −1: not printed
	Seconds                         float64
}

var (
	conflictLine = regexp.MustCompile(`(?mi)^(?:c )?conflicts\s*:\s*(\d+)`)
	outcomeLine  = regexp.MustCompile(`(?m)^(?:s )?(SATISFIABLE|UNSATISFIABLE|OPTIMUM FOUND)$`)
)

// instances returns the number of instances of a sort: three in the files.
func instances() int {
	if *update {
		return 3
	}
	return modeltest.Scale(1, 3)
}

// kept returns the runs of a file, whose solvers agree; none if all is measured anew.
func kept(t *testing.T, name string) (runs []run) {
	t.Helper()
	if !*update {
		runs = stored[run](t, name)
		agree(t, runs)
	}
	return runs
}

// solved returns what solvers do with a file of this text. Without -update these are the kept runs with the size of r.
func (r run) solved(t *testing.T, solvers []contestant, name string, text []byte, kept []run) (runs []run) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if *update {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range solvers {
		r.Solver = c.name
		if *update {
			r = r.solve(t, c, path)
		} else if i := slices.IndexFunc(kept, func(k run) bool {
			return k.Sort == r.Sort && k.Instance == r.Instance && k.Encoder == r.Encoder && k.Solver == r.Solver
		}); i >= 0 {
			r.Outcome, r.Conflicts, r.Seconds = kept[i].Outcome, kept[i].Conflicts, kept[i].Seconds
		}
		runs = append(runs, r)
	}
	return runs
}

// solve fills in what a solver does with a file.
func (r run) solve(t *testing.T, c contestant, file string) run {
	t.Helper()
	words := append(strings.Fields(c.command), file)
	command := exec.Command(words[0], words[1:]...)
	output, err := command.CombinedOutput()
	if command.ProcessState == nil {
		t.Fatal(err)
	}
	r.Outcome, r.Conflicts = "limit", -1
	if found := outcomeLine.FindSubmatch(output); found != nil {
		r.Outcome = map[byte]string{'S': "sat", 'U': "unsat", 'O': "sat"}[found[1][0]]
	}
	if found := conflictLine.FindSubmatch(output); found != nil {
		r.Conflicts, _ = strconv.Atoi(string(found[1]))
	}
	r.Seconds = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
	return r
}

// conjunction returns constraints of a sort over shared variables, near the edge of what can be satisfied.
func conjunction(sort string, variables int, seed uint64) (list []constraint) {
	random := rand.New(rand.NewPCG(seed, 7))
	most := map[string]int{"exactly-k": 1, "weights to 5": 5, "weights to 50": 50}[sort]
	for range variables / 2 {
		c := constraint{sort: sort, variables: random.Perm(variables)[:14]}
		sum := 0
		for i := range c.variables {
			c.variables[i]++
			c.weights = append(c.weights, 1+random.IntN(most))
			sum += c.weights[i]
		}
		switch c.lo, c.hi = none, none; {
		case sort == "exactly-k":
			c.lo = 4 + random.IntN(6)
			c.hi = c.lo
		case random.IntN(2) == 0:
			c.lo = sum * 57 / 100
		default:
			c.hi = sum * 43 / 100
		}
		list = append(list, c)
	}
	return list
}

// joined returns one formula of several, each over some of the variables and its own auxiliary ones.
func joined(variables int, list []constraint, formulas []*formula) *formula {
	all := &formula{variables: variables}
	for i, f := range formulas {
		n := len(list[i].weights)
		for _, clause := range f.clauses {
			moved := slices.Clone(clause)
			for k, l := range clause {
				v := int(max(l, -l))
				if v <= n {
					v = list[i].variable(v - 1)
				} else {
					v += all.variables - n
				}
				if moved[k] = encode.Literal(v); l < 0 {
					moved[k] = -moved[k]
				}
			}
			all.clauses = append(all.clauses, moved)
		}
		all.variables += f.variables - n
	}
	return all
}

// dimacs returns a DIMACS file.
func (f *formula) dimacs() []byte {
	text := fmt.Appendf(nil, "p cnf %d %d\n", f.variables, len(f.clauses))
	for _, clause := range f.clauses {
		text = encode.AppendClause(text, clause)
	}
	return text
}

// agree checks that all solvers say the same of an instance.
func agree(t *testing.T, runs []run) {
	t.Helper()
	said := map[string]string{}
	for _, r := range runs {
		if key := r.Sort + " " + r.Instance; r.Outcome != "limit" {
			if before, known := said[key]; known && before != r.Outcome {
				t.Errorf("%s: %s by %s and %s, %s before", key, r.Outcome, r.Encoder, r.Solver, before)
			}
			said[key] = r.Outcome
		}
	}
}

// TestConjunctions has solvers find or refute solutions of random conjunctions; -update writes the figures. Otherwise it holds the
// sizes of this module's formulas to the file.
func TestConjunctions(t *testing.T) {
	modeltest.OnlyLong(t)
	kept := kept(t, "conjunctions")
	var runs []run
	const variables = 34
	for _, sort := range []string{"exactly-k", "weights to 5", "weights to 50"} {
		for seed := range instances() {
			list := conjunction(sort, variables, uint64(seed))
			contest := map[string]*formula{}
			for _, name := range ourSums {
				if f := byUs(name, variables, list...); f != nil && len(f.clauses) < 200_000 {
					contest[name] = f
				}
			}
			for _, name := range theirs(slices.Index(sorts, sort)) {
				if *update {
					contest["pblib "+name] = joined(variables, list, byPBLib(t, name, list...))
				}
			}
			for name, f := range contest {
				r := run{Sort: sort, Instance: strconv.Itoa(seed), Encoder: name}
				r.Variables, r.Constraints, r.Terms = f.variables, len(f.clauses), f.literals()
				runs = append(runs, r.solved(t, formulas[:2], "formula.cnf", f.dimacs(), kept)...)
			}
		}
	}
	agree(t, runs)
	held(t, "conjunctions", runs)
}

// TestModels has solvers find or refute a first solution of whole models, as formulas and as pseudo-Boolean problems; -update writes
// the figures. Otherwise it holds the sizes to the file.
func TestModels(t *testing.T) {
	modeltest.OnlyLong(t)
	kept := kept(t, "models")
	var runs []run
	ctx := context.Background()
	source := encodings.Source{Context: ctx, Folder: "../../../testdata"}
	for _, name := range []string{"killer", "quasi-magic-2", "quasi-magic-6", "magic", "golomb", "golomb-refute", "langford"} {
		i := slices.IndexFunc(encodings.Families, func(f *encodings.Family) bool { return f.Name == name })
		tune, _, err := encodings.Families[i].Halves(source, instances())
		if err != nil {
			t.Fatal(err)
		}
		for _, instance := range tune {
			m := *instance.Model
			m.Objective = nil // the first solution is wanted
			f := &formula{}
			vm, err := encode.CompileCube(ctx, &m, instance.Cube, encode.Options{}, f)
			if err != nil {
				t.Fatal(err)
			}
			f.variables = vm.Variables()
			r := run{Sort: name, Instance: instance.Name, Encoder: "cnf"}
			r.Variables, r.Constraints, r.Terms = f.variables, len(f.clauses), f.literals()
			runs = append(runs, r.solved(t, formulas, "formula.cnf", f.dimacs(), kept)...)
			program, err := encode.NewIntegerProgram(ctx, &m, instance.Cube, encode.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := program.WriteOPB(ctx, &text); err != nil {
				t.Fatal(err)
			}
			r.Encoder = "opb"
			r.Variables, r.Constraints, r.Terms = program.Map.Variables(), program.Rows(), bytes.Count(text.Bytes(), []byte(" x"))
			runs = append(runs, r.solved(t, programs, "program.opb", text.Bytes(), kept)...)
		}
	}
	agree(t, runs)
	held(t, "models", runs)
}
