package residual

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/encode"
	"qmsat/encode/residual/cdcl"
	"qmsat/internal/lists"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// randomFormula draws clauses of one to four literals, and the variables that are outputs, in a random order.
func randomFormula(r *rand.Rand) (clauses [][]encode.Literal, variables int, outputs []int) {
	variables = 1 + r.IntN(11)
	for range r.IntN(4 * variables) {
		var clause []encode.Literal
		for range 1 + r.IntN(2) + r.IntN(3) {
			clause = append(clause, encode.Literal((1+r.IntN(variables))*(1-2*r.IntN(2))))
		}
		if len(clause) > 1 || r.IntN(3) == 0 {
			clauses = append(clauses, clause)
		}
	}
	outputs = r.Perm(variables)
	if r.IntN(2) == 0 {
		outputs = outputs[:1+r.IntN(variables)]
	}
	return clauses, variables, outputs
}

// distinct counts, assignment by assignment, the different outputs among the models of the clauses.
func distinct(clauses [][]encode.Literal, variables int, outputs []int) int {
	seen := map[int]bool{}
	for a := range 1 << variables {
		isTrue := func(l encode.Literal) bool { return a>>(max(l, -l)-1)&1 == 1 == (l > 0) }
		if !slices.ContainsFunc(clauses, func(c []encode.Literal) bool { return !slices.ContainsFunc(c, isTrue) }) {
			projected := 0
			for _, v := range outputs {
				projected |= a & (1 << v)
			}
			seen[projected] = true
		}
	}
	return len(seen)
}

// freeOutputs is how many outputs without clauses a merging has first. Its counts then have one word at some cuts and two at others.
const freeOutputs = 62

// counts counts a formula's models by listing and by merging, the latter with free outputs, and after spoil changed the cuts.
func counts(t testing.TB, clauses [][]encode.Literal, variables int, outputs []int, spoil func(c *cuts)) (listed, merged int64) {
	t.Helper()
	f := &clauseSet{Formula: cdcl.Formula{Variables: variables + freeOutputs}}
	for _, clause := range clauses {
		f.Clause(clause)
	}
	isOutput := make([]bool, f.Variables)
	for _, v := range outputs {
		isOutput[v] = true
	}
	solver, err := cdcl.New(context.Background(), f.Formula, isOutput, nil, engine.LimitsOf[cdcl.Limits](nil))
	if err != nil {
		t.Fatal(err)
	}
	solver.Begin(nil, false)
	if !solver.Search(func(_ []literal, solutions int64) bool { listed += solutions; return true }, func() bool { return false }) {
		t.Fatal("the listing was stopped")
	}
	p, err := newPropagator(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	if !p.consistent {
		return listed, 0
	}
	search := listing{propagator: p, ctx: context.Background()}
	binary := func(v int) []literal { return []literal{literal(v) << 1, literal(v)<<1 | 1} }
	search.outputs = lists.Map(outputs, binary)
	free := lists.Map(lists.Numbers[int](freeOutputs), func(i int) []literal { return binary(variables + i) })
	search.outputs = append(free, search.outputs...)
	c, err := newCuts(context.Background(), f, search.outputs)
	if err != nil {
		t.Fatal(err)
	}
	if spoil != nil {
		spoil(c)
	}
	total := new(big.Int)
	m := &merging{listing: search, cuts: c, store: newStore(&limits{SlabWords: 1})}
	if reached, err := m.count(total); err != nil || reached != len(search.outputs) {
		t.Fatalf("the merging came to cut %d of %d, %v", reached, len(search.outputs), err)
	}
	if len(m.attempts) > 0 {
		t.Fatalf("%d decisions kept, expected none", len(m.attempts))
	}
	return listed, total.Rsh(total, freeOutputs).Int64()
}

// Random formulas have as many models, distinct in the outputs, as a search through all assignments finds.
func TestRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	most := modeltest.Scale(300, 5_000, 10_000)
	for n := range most {
		clauses, variables, outputs := randomFormula(r)
		want := int64(distinct(clauses, variables, outputs))
		if listed, merged := counts(t, clauses, variables, outputs, nil); listed != want || merged != want {
			t.Fatalf("formula %d, %v, outputs %v: %d listed, %d by merging, expected %d", n, clauses, outputs, listed, merged, want)
		}
	}
}

// A merging that gives up early has no marks for the cuts that it does not reach: for 20,000 of them they took half a gigabyte.
func TestMarksAreOfCutsReached(t *testing.T) {
	const pairs = 20
	f := &clauseSet{Formula: cdcl.Formula{Variables: 2 * pairs}}
	var outputs [][]literal
	for v := range literal(2 * pairs) {
		outputs = append(outputs, []literal{v << 1, v<<1 | 1})
		if v < pairs {
			f.Clause([]encode.Literal{encode.Literal(v + 1), encode.Literal(v + pairs + 1)})
		}
	}
	p, err := newPropagator(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newCuts(t.Context(), f, outputs)
	if err != nil {
		t.Fatal(err)
	}
	m := &merging{listing: listing{propagator: p, ctx: t.Context(), outputs: outputs}, cuts: c, store: newStore(&limits{SlabWords: 1}), most: 4}
	if reached, err := m.count(new(big.Int)); err != nil || reached != 2 || len(m.marks) != reached+2 {
		t.Errorf("%d marks after %d cuts, error %v, expected 4 after 2", len(m.marks), reached, err)
	}
}

// The test of random formulas notices cuts that forget something.
func TestPlantedFaults(t *testing.T) {
	for name, spoil := range map[string]func(r *rand.Rand, c *cuts){
		"a clause across the cuts": func(r *rand.Rand, c *cuts) {
			if len(c.clauses) > 0 {
				n := r.IntN(len(c.clauses))
				c.clauses[n] = c.clauses[n][:1]
			}
		},
		"the literals of a variable that are forced": func(r *rand.Rand, c *cuts) { c.bits[r.IntN(len(c.bits))] = 0 },
		"that a clause became smaller": func(r *rand.Rand, c *cuts) {
			if len(c.numbers) > 0 {
				n := r.IntN(len(c.numbers))
				c.numbers[n] = c.numbers[0]
			}
		},
		"signs of the literals by which a clause stands for others": func(_ *rand.Rand, c *cuts) {
			for _, clause := range c.clauses {
				for i := range clause {
					clause[i] &^= 1
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(19, 1))
			for range 10_000 {
				clauses, variables, outputs := randomFormula(r)
				if listed, merged := counts(t, clauses, variables, outputs, func(c *cuts) { spoil(r, c) }); listed != merged {
					return
				}
			}
			t.Error("not seen")
		})
	}
}

// The clauses that outputs share are counted as by a search through all pairs of literals, in clauses of any length.
func TestSharedClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 3))
	for range 200 {
		variables := 2 + r.IntN(12)
		f := &clauseSet{Formula: cdcl.Formula{Variables: variables}}
		outputs := make([][]literal, 1+r.IntN(4)) // variables beyond them are in none
		of := map[encode.Literal]int{}
		for v := range variables {
			if o := r.IntN(len(outputs) + 1); o < len(outputs) {
				outputs[o] = append(outputs[o], literal(v)<<1)
				of[encode.Literal(v+1)] = o + 1
			}
		}
		want := make([]map[int32]int, len(outputs))
		for i := range want {
			want[i] = map[int32]int{}
		}
		for range r.IntN(8) {
			var clause []encode.Literal
			for _, v := range r.Perm(variables)[:2+r.IntN(variables-1)] {
				clause = append(clause, encode.Literal((v+1)*(1-2*r.IntN(2))))
			}
			f.Clause(clause)
			for _, l := range clause {
				for _, other := range clause {
					if a, b := of[max(l, -l)], of[max(other, -other)]; a > 0 && b > 0 && a != b {
						want[a-1][int32(b-1)]++
					}
				}
			}
		}
		got, err := sharedClauses(t.Context(), f, outputs)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("error %v (-expected +found):\n%s", err, diff)
		}
	}
}

// The count of shared clauses ends with its context, even within a clause.
func TestSharedClausesEnd(t *testing.T) {
	const n = 2000
	f := &clauseSet{}
	var clause []encode.Literal
	var outputs [][]literal
	for v := range literal(n) {
		clause = append(clause, encode.Literal(v+1))
		outputs = append(outputs, []literal{v << 1})
	}
	f.Clause(clause)
	for looks := range 3 {
		if _, err := sharedClauses(modeltest.EndingAfter(t.Context(), looks), f, outputs); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: error %v", looks+1, err)
		}
	}
}

// A layer adds up the counts of equal keys of any length, while its table changes.
func TestLayer(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 2))
	l := &layer{store: newStore(engine.LimitsOf[limits](nil)), counts: 2, path: 1}
	want := map[string]*big.Int{}
	sum := new(big.Int)
	for range 20_000 {
		key := make([]uint64, 1+r.IntN(3))
		for i := range key {
			key[i] = uint64(r.IntN(20)) << (20 * r.IntN(3))
		}
		count := []uint64{r.Uint64() | 1<<63, 0, 0}[:1+r.IntN(3)] // also longer than the layer's
		l.add(context.Background(), key, count, []uint64{7})
		n := number(count)
		sum.Add(sum, n)
		if known := want[fmt.Sprint(key)]; known != nil {
			n.Add(n, known)
		}
		want[fmt.Sprint(key)] = n
	}
	if l.states != len(want) || l.total().Cmp(sum) != 0 {
		t.Errorf("%d states with the sum %v, expected %d with %v", l.states, l.total(), len(want), sum)
	}
	for _, slab := range l.slabs {
		for offset := 0; offset < len(slab); {
			state := slab[offset:]
			key := state[l.header():][:state[0]]
			if n := number(state[1:3]); n.Cmp(want[fmt.Sprint(key)]) != 0 || state[3] != 7 {
				t.Fatalf("%v: %v, expected %v", key, n, want[fmt.Sprint(key)])
			}
			offset += l.header() + len(key)
		}
	}
}
