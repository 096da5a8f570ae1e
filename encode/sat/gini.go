package sat

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"

	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"qmsat/encode"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model/engine"
)

const giniName = "gini"

func init() {
	register(backend{
		name:      giniName,
		summary:   "the SAT solver gini, formula loaded once",
		abilities: engine.Abilities{Assumptions: true, Concurrent: true},
		scopes:    true,
		load: func(ctx context.Context, l *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			g := &giniSolver{most: l.KeptLiterals}
			g.start(ctx)
			vm, err := compile(g)
			if err != nil {
				return nil, nil, err
			}
			g.variables = vm.Variables()
			g.reserve()
			return g, vm, nil
		},
	})
}

// giniSolver keeps one formula in one gini solver for all rounds. It assumes the cube, and adds an activation literal to the
// round's clauses. gini's Copy would give each round its own solver, but copying makes it some thirty times as slow.
type giniSolver struct {
	gini *gini.Gini
	// control stops a search from another goroutine: see [giniSolver.search].
	control inter.Solve
	// checksModels points to a variable of gini: whether gini checks its next model against all clauses and, if one is broken,
	// ends the process by log.Fatal. Here it is off, and [enumeration.found] checks instead. Otherwise gini ends a process only
	// by a panic, which here ends just the run.
	checksModels *bool
	// values are gini's values of literals: 1 true, -1 false, 0 open. conflict is the clause of its latest conflict, 0 if there is
	// none.
	values   *[]int8
	conflict *z.C
	// store has room words for gini's clauses. gini would double it when it is full, without a look at the memory budget.
	ctx   context.Context // of the loading
	store *[]z.Lit
	room  *int
	// watches are gini's lists of clauses by literal, for variables below top: see [giniSolver.add].
	watches reflect.Value
	top     *z.Var
	// lift is a literal that is false by assumption in each search. Every activated clause contains it. gini panics if it
	// activates a clause whose literals are all false without any assumption; lift prevents that.
	lift        z.Lit
	assumptions []z.Lit // activation literal, lift, cube
	// contradiction is set once the formula itself has no model. A conflict that follows from the formula's unit clauses alone is
	// lost in gini when its clauses change. If it searched again, it would take an assignment that breaks a clause for a model.
	// So gini is not asked again.
	contradiction        bool
	clauses              []z.Lit // the formula, each clause ended by 0; nil if it is longer than most
	most                 int
	variables            int       // of the formula
	words                int       // of gini's store used by its clauses
	blocked              bool      // the round has clauses of its own
	pushed               [][]z.Lit // by open scope
	scopes               int       // gini's test scopes that are open
	absent               int       // scopes above these, entered after a contradiction and unknown to gini
	solves, propagations int64
}

func (g *giniSolver) start(ctx context.Context) {
	g.ctx, g.gini = ctx, gini.New()
	g.control = g.gini.GoSolve()
	g.control.Wait()
	inside := reflect.ValueOf(g.gini).Elem().FieldByName("xo").Elem()
	variables := inside.FieldByName("Vars").Elem()
	g.checksModels = (*bool)(inside.FieldByName("Cdb").Elem().FieldByName("checkModel").Addr().UnsafePointer())
	g.values = (*[]int8)(variables.FieldByName("Vals").Addr().UnsafePointer())
	watches := variables.FieldByName("Watches")
	g.watches = reflect.NewAt(watches.Type(), watches.Addr().UnsafePointer()).Elem()
	g.top = (*z.Var)(variables.FieldByName("Top").Addr().UnsafePointer())
	g.conflict = (*z.C)(inside.FieldByName("x").Addr().UnsafePointer())
	store := inside.FieldByName("Cdb").Elem().FieldByName("CDat")
	g.store = (*[]z.Lit)(store.FieldByName("D").Addr().UnsafePointer())
	g.room = (*int)(store.FieldByName("Cap").Addr().UnsafePointer())
	g.clauses = []z.Lit{}
}

// reserve adds auxiliary literals once the formula is loaded.
func (g *giniSolver) reserve() {
	// gini does not know the variables without clauses yet, and would use them again.
	for int(g.gini.MaxVar()) < g.variables {
		g.gini.Lit()
	}
	g.lift = g.gini.Lit()
	// With a variable that no scope assigns, gini does not look for a model whenever propagation finds a solution.
	g.gini.Lit()
	*g.checksModels = false // each clause added to the formula turns it on; blocking clauses do not
}

func giniLiteral(l encode.Literal) z.Lit { return z.Dimacs2Lit(int(l)) }

// maxWords limits a formula. gini's positions of clauses are 32-bit counts of words, one for each literal and two for each
// clause; it doubles its store when that is full, and needs room for learnt clauses.
const maxWords = 1 << 30

// maxGiniVariables limits a formula: gini follows chains of reasons by recursion, with 112 bytes of stack for each variable, and
// a stack of more than 512 MiB ends the process.
const maxGiniVariables = 4_000_000

func (g *giniSolver) Err() error {
	if g.words > maxWords {
		return fmt.Errorf("the formula has more than %d literals and clauses, the limit of gini", maxWords)
	}
	if g.gini.MaxVar() > maxGiniVariables {
		return fmt.Errorf("the formula has more than %d variables, the limit of gini", maxGiniVariables)
	}
	return nil
}

func (g *giniSolver) Clause(clause []encode.Literal) {
	if g.words += len(clause) + 2; g.words >= *g.room {
		grown := memory.Grow(g.ctx, "gini's clauses", *g.store, len(clause)+3)
		if *g.store, *g.room = grown[:cap(grown)], cap(grown); g.words >= *g.room {
			return // the context has ended
		}
	}
	for _, l := range clause {
		g.add(giniLiteral(l))
		g.keep(giniLiteral(l))
	}
	g.gini.Add(z.LitNull)
	g.keep(z.LitNull)
}

// watchesAtOnce is the number of lists that are copied at once, in some milliseconds.
const watchesAtOnce = 1 << 14

// add adds a literal to gini's next clause. For a variable from top on gini doubles its arrays. It would copy all lists of clauses at
// once, for 0.3 s if there are two million and the collector is at work, and the program would wait for it. So gini copies none,
// and they are copied here in parts.
func (g *giniSolver) add(m z.Lit) {
	if m.Var() < *g.top {
		g.gini.Add(m)
		return
	}
	old := reflect.New(g.watches.Type()).Elem()
	old.Set(g.watches)
	g.watches.SetZero()
	g.gini.Add(m)
	for from := 0; from < old.Len(); from += watchesAtOnce {
		to := min(from+watchesAtOnce, old.Len())
		reflect.Copy(g.watches.Slice(from, to), old.Slice(from, to))
		runtime.Gosched()
	}
}

// keep stores a literal of the formula.
func (g *giniSolver) keep(l z.Lit) {
	if g.clauses != nil {
		g.clauses = memory.Append(g.ctx, "gini's clauses", g.clauses, l)
	}
	if len(g.clauses) > g.most {
		g.clauses = nil
	}
}

func (g *giniSolver) Begin(cube []encode.Literal) {
	g.solves, g.propagations, g.blocked = 0, 0, false
	if g.contradiction {
		return
	}
	g.assumptions = append([]z.Lit{g.gini.ActivationLit(), g.lift.Not()}, lists.Map(cube, giniLiteral)...)
}

func (g *giniSolver) Solve(ctx context.Context) (status, error) {
	if ctx.Err() != nil {
		return unknown, nil
	}
	g.solves++
	if g.contradiction {
		return unsatisfiable, nil
	}
	if g.scopes == 0 {
		g.gini.Assume(g.assumptions...)
	}
	answer, stopped := g.search(ctx)
	switch {
	case stopped:
		return unknown, nil
	case answer == 1:
		return satisfiable, nil
	default:
		return unsatisfiable, nil
	}
}

// search runs gini until it ends or ctx does, and reports whether ctx stopped it; then the assignment is lost. GoSolve returns a
// handle that also stops any other search of the solver, within some 20,000 propagations. But a stop waits for the answer of the
// search that GoSolve started, so that is a dummy search that takes no time. gini's other way to stop is a time limit, which
// would make runs differ. gini cannot be stopped while it compacts its clauses: some 0.5 s of processor time for each GB of a
// formula. The dummy search runs in a goroutine of gini's, where a panic would end the process. So it runs here first, and gini
// repeats it there.
func (g *giniSolver) search(ctx context.Context) (answer int, stopped bool) {
	released := make(chan struct{})
	forget := context.AfterFunc(ctx, func() {
		g.control.Stop()
		close(released)
	})
	defer forget() // if gini panics
	answer = g.gini.Solve()
	if answer == -1 && g.unconditional() {
		g.contradict()
	}
	if forget() {
		return answer, false
	}
	g.gini.Assume(g.lift, g.lift.Not())
	g.gini.Solve()
	g.gini.Assume(g.lift, g.lift.Not())
	g.gini.GoSolve()
	<-released
	g.notice()
	return answer, true
}

// unconditional reports whether the latest conflict depends on no assumption.
func (g *giniSolver) unconditional() bool { return len(g.gini.Why(nil)) == 0 }

// contradict notes that the formula has no model. The scopes stay open in gini.
func (g *giniSolver) contradict() {
	g.contradiction = true
	g.absent += g.scopes
	g.scopes = 0
}

// notice notes a contradiction that gini met while it handled an earlier conflict. gini forgets it at once, but shows it: it has
// assigned the null literal, since it found no literal to blame.
func (g *giniSolver) notice() {
	if g.scopes == 0 && !g.contradiction && g.gini.Value(z.LitNull) {
		g.contradict()
	}
}

func (g *giniSolver) True(l encode.Literal) bool { return g.gini.Value(giniLiteral(l)) }

// Block implements solver. It leaves out a clause that a literal makes true in all solutions: gini panics at it.
func (g *giniSolver) Block(clause []encode.Literal) {
	if g.contradiction {
		return
	}
	g.gini.Deactivate(g.gini.ActivationLit()) // so that gini goes back to level 0
	if slices.ContainsFunc(clause, g.Implied) {
		return
	}
	g.blocked = true
	for _, l := range clause {
		g.gini.Add(giniLiteral(l))
	}
	g.gini.Add(g.lift)
	g.gini.ActivateWith(g.assumptions[0])
}

// Learn implements learning. The clause has lift, since gini loses a contradiction of clauses that it is given between searches.
func (g *giniSolver) Learn(clause []encode.Literal) {
	if g.contradiction {
		return
	}
	for _, l := range clause {
		g.gini.Add(giniLiteral(l))
	}
	g.gini.Add(g.lift)
	g.gini.Add(z.LitNull)
	*g.checksModels = false
}

func (g *giniSolver) End() {
	if !g.contradiction {
		g.gini.Deactivate(g.assumptions[0])
	}
}

func (g *giniSolver) Effort() engine.Effort {
	effort := engine.Effort{{Name: "solves", Value: g.solves}}
	if g.propagations > 0 {
		effort = append(effort, engine.Measure{Name: "propagations", Value: g.propagations})
	}
	return effort
}

func (g *giniSolver) Push(literals ...encode.Literal) bool {
	g.propagations++
	if g.contradiction {
		g.absent++
		return false
	}
	if g.scopes == 0 {
		g.gini.Assume(g.assumptions...)
	}
	if g.scopes == len(g.pushed) {
		g.pushed = append(g.pushed, nil)
	}
	assumed := g.pushed[g.scopes][:0]
	for _, l := range literals {
		assumed = append(assumed, giniLiteral(l))
	}
	g.pushed[g.scopes] = assumed
	g.gini.Assume(assumed...)
	g.scopes++
	answer, _ := g.gini.Test(nil)
	if answer == -1 && g.scopes == 1 && g.unconditional() {
		g.contradict()
	}
	return answer != -1
}

func (g *giniSolver) Pop() bool {
	if g.absent > 0 {
		g.absent--
		return false
	}
	g.scopes--
	consistent := g.gini.Untest() != -1
	if g.scopes == 0 && !consistent {
		g.contradict()
	}
	g.notice()
	return consistent && !g.contradiction
}

// Drop implements scoped. gini learns from a conflict when its scope is closed, unless it has no conflict.
func (g *giniSolver) Drop() {
	if g.absent == 0 {
		*g.conflict = 0
	}
	g.Pop()
}

func (g *giniSolver) Implied(l encode.Literal) bool { return (*g.values)[giniLiteral(l)] > 0 }

// Assigned implements scoped: the values of a variable's two literals are both 0, or neither is.
func (g *giniSolver) Assigned(variables int) bool {
	return !slices.Contains((*g.values)[2:2*variables+2], 0)
}

// Resume implements scoped. gini's Test goes back to the end of the scope.
func (g *giniSolver) Resume() bool {
	if g.contradiction {
		return false
	}
	g.gini.Test(nil)
	return g.gini.Untest() != -1
}

// Forget implements scoped: it starts a new gini with the formula and enters the scopes again. That drops the learnt clauses,
// which gini itself does only while it searches, and then only half. Tests also learn from each conflict, and take twice the time
// with some ten thousand clauses. Forget does nothing in a round with its own clauses, for a large formula, or after the context
// has ended.
func (g *giniSolver) Forget(ctx context.Context) {
	if g.contradiction || g.blocked || g.clauses == nil {
		return
	}
	fresh := &giniSolver{variables: g.variables, most: g.most}
	fresh.start(ctx)
	for clauses := range slices.Chunk(g.clauses, 1<<14) {
		if ctx.Err() != nil {
			return
		}
		for _, l := range clauses {
			fresh.gini.Add(l)
		}
	}
	fresh.reserve()
	g.gini, g.control, g.checksModels, g.lift = fresh.gini, fresh.control, fresh.checksModels, fresh.lift
	g.values, g.conflict = fresh.values, fresh.conflict
	g.assumptions[0], g.assumptions[1] = g.gini.ActivationLit(), g.lift.Not()
	g.gini.Assume(g.assumptions...)
	for _, literals := range g.pushed[:g.scopes] {
		g.gini.Assume(literals...)
		g.gini.Test(nil)
	}
}
