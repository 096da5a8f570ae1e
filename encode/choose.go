package encode

import (
	"cmp"

	"qmsat/encode/cells"
	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Purpose says what a formula is for.
type Purpose struct {
	Solver string        // ForSession, or one of Purposes
	Limits *ChoiceLimits // nil: the standard ones
}

// The sorts of solvers, and proofs: their formulas are in the default encodings, which do not depend on the model.
const (
	ForSession = "session" // gini and gophersat, loaded once for many cubes
	ForCadical = "cadical" // solvers with inprocessing that read a file, such as kissat
	ForMinisat = "minisat" // solvers without, such as glucose
	ForCounter = "counter" // model counters
	ForProof   = "proof"
)

// Purposes returns what a formula in a file may be for.
func Purposes() []string { return []string{ForCadical, ForMinisat, ForCounter, ForProof} }

// ChoiceLimits are the sizes at which [Resolve] chooses otherwise.
type ChoiceLimits struct {
	ReducedLiterals int `limit:"8192 1 60 1073741824"` // of a grid whose formula many givens simplify before it is loaded
	WideDifferent   int `limit:"30 1 3"`               // variables that are kept apart by product at-most-ones
	ManyTuples      int `limit:"65536 1 12"`           // of a sum that commands read by bounds
	BoundsLiterals  int `limit:"4096 1 60 1073741824"` // of a grid whose sums gini reads by bounds, too
}

// ChoiceThresholds are the settings that lower [ChoiceLimits].
var ChoiceThresholds = engine.Thresholds[ChoiceLimits]()

// leastGivens bounds the share of givens from which a session simplifies a large formula: one cell in leastGivens.
const leastGivens = 3

// choices are the parts that suit some models better than the defaults. The first that holds sets a part. Each has the geometric
// mean of the time beside the default's, on the half of a family that is for choosing: docs/encodings.md.
var choices = []struct {
	holds func(*features) bool
	part  Options
}{
	// 25×25: cadical 0.05, minisat 0.03 (optimized-fixpoint 0.09, 0.06)
	{func(f *features) bool { return f.reads() && f.givens > 0 && f.large() && f.sums == 0 }, Options{Cells: "optimized-lines"}},
	// 17-clues: cadical 0.43, minisat 0.49; 16×16: 0.18, 0.13; quasigroup: 0.07, 0.06; order-4: 0.01; quasi-magic-3: 0.40, 0.27
	{func(f *features) bool { return f.reads() && f.givens > 0 }, Options{Cells: cells.Reduced}},
	// quasigroup: gini 0.58, order-5: 0.05. For fewer literals gini keeps the formula that it has: 16×16 1.05, 17-clues 2.25, quasi-magic-2 4.93.
	{func(f *features) bool { return !f.reads() && f.large() && f.givens*leastGivens >= f.variables }, Options{Cells: cells.Reduced}},
	// pigeonhole: gini 0.17, gophersat 0.26, cadical 0.30, minisat 0.56
	{func(f *features) bool { return f.crowded }, Options{AMO: "commander"}},
	// langford, n ≥ 15: gini 0.03, cadical 0.48, minisat 0.58; for n ≤ 8: gini 1.41
	{func(f *features) bool { return f.widest >= f.Limits.WideDifferent && f.sums > 0 }, Options{AMO: "product"}},
	// golomb: gini 0.39, cadical 0.92, minisat 0.66; golomb-refute: 0.39, 0.71, 0.76, gophersat 0.43
	{func(f *features) bool { return f.short() && f.differences > 0 && f.differences == f.sums }, Options{Linear: "order"}},
	// magic: cadical 0.39, minisat 0.08, but gini 2.83; order-4: cadical 0.12, minisat 0.04, gini 0.43
	{func(f *features) bool {
		return (f.reads() || f.literals >= f.Limits.BoundsLiterals) && f.short() && f.tuples >= f.Limits.ManyTuples
	}, Options{Linear: "order"}},
}

// features are what choices look at.
type features struct {
	Purpose
	variables, literals int
	givens              int
	sums, differences   int  // linear constraints; those of three terms with both signs
	others              int  // constraints that are neither linear nor all-different
	tuples              int  // of the terms of the largest sum, no more than formula.MaxTuples
	terms               int  // of the longest sum
	widest              int  // variables of the largest all-different constraint
	crowded             bool // some all-different constraint has fewer values than variables
}

func (f *features) reads() bool { return f.Solver != ForSession }

// short reports whether order certainly takes all sums: those of five cells and more take longer than with auto, and larger ones
// are refused. Other constraints may have larger sums within.
func (f *features) short() bool { return f.terms <= 4 && f.tuples < formula.MaxTuples && f.others == 0 }

func (f *features) large() bool { return f.others == 0 && f.literals >= f.Limits.ReducedLiterals }

func featuresOf(m *model.Model, givens int, purpose Purpose) *features {
	f := &features{Purpose: purpose, variables: len(m.Variables), givens: givens}
	f.Limits = cmp.Or(f.Limits, engine.LimitsOf[ChoiceLimits](nil))
	f.literals = lists.Sum(m.Variables, func(v model.Variable) int { return min(v.Domain.Size(), formula.MaxVariables) })
	apart, rest := model.Take[*model.AllDifferent](m.Constraints)
	for _, a := range apart {
		f.widest = max(f.widest, len(a.Vars))
		values, few := m.ValuesUpTo(a.Vars, len(a.Vars))
		f.crowded = f.crowded || few && values.Size() < len(a.Vars)
	}
	sums, others := model.Take[*model.Linear](rest)
	f.sums, f.others = len(sums), len(others)
	for _, s := range sums {
		negative, tuples := 0, 1
		for _, t := range s.Terms {
			if t.Coefficient < 0 {
				negative++
			}
			tuples = min(tuples*min(m.Variables[t.Var].Domain.Size(), formula.MaxTuples), formula.MaxTuples)
		}
		f.tuples, f.terms = max(f.tuples, tuples), max(f.terms, len(s.Terms))
		if len(s.Terms) == 3 && negative > 0 && negative < 3 {
			f.differences++
		}
	}
	return f
}

// Resolve replaces the automatic parts of an encoding by those that suit the model, the cube and the purpose. Other parts stay.
// It chooses sums only if cells are automatic, since auto is the name of an encoding of sums, too. Without a model the parts are
// the defaults.
func Resolve(m *model.Model, cube model.Cube, options Options, purpose Purpose) Options {
	return resolve(options, m, len(cube), purpose)
}

// Varies reports whether the formula of an encoding depends on the givens, for some cube.
func Varies(m *model.Model, options Options, purpose Purpose) bool {
	return resolve(options, m, len(m.Variables), purpose).DependsOnCube()
}

func resolve(o Options, m *model.Model, givens int, purpose Purpose) Options {
	if m == nil || o.Cells != Automatic && o.AMO != Automatic || purpose.Solver == ForProof || o.Bare && m.Propositional() {
		return o.WithDefaults()
	}
	f := featuresOf(m, givens, purpose)
	if o.AMO == Automatic {
		o.AMO = f.choose(func(o Options) string { return o.AMO }, DefaultAMO)
	}
	if o.Cells == Automatic {
		o.Cells = f.choose(func(o Options) string { return o.Cells }, DefaultCells)
		if o.Linear == DefaultLinear {
			o.Linear = f.choose(func(o Options) string { return o.Linear }, DefaultLinear)
		}
	}
	return o
}

// choose returns the first part that holds, or the standard. For counters nothing but cells was compared.
func (f *features) choose(part func(Options) string, standard string) string {
	for _, c := range choices {
		if name := part(c.part); name != "" && c.holds(f) && (f.Solver != ForCounter || c.part.Cells != "") {
			return name
		}
	}
	return standard
}
