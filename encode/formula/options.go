package formula

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
)

// The names of the default parts of an encoding. Certificates keep to them; flags and settings have [Automatic] cells and
// at-most-ones, and encode.Resolve says when these differ. None of the other at-most-one encodings was faster than pairwise with
// gini on the 180 puzzles of testdata/quasimagic-180.txt. What speaks for the others stands where they are registered.
const (
	DefaultCells  = "extended"
	DefaultAMO    = "pairwise"
	DefaultLinear = "auto"
	DefaultRules  = "tseitin"
)

// Options names the parts of an encoding. An empty name is the default; so is an automatic one, unless encode.Resolve replaces it.
type Options struct {
	Cells  string // see CellEncodings
	AMO    string // see AtMostOnes; settings may follow in brackets
	Linear string // see LinearEncodings
	Rules  string // see RuleEncodings
	// Implied adds what the model implies as further constraints, see [implied.Find].
	Implied bool
	// Published writes clauses as the encoding's paper does: two cells that share several houses are kept apart several times.
	// Without it, the clauses of cells and all-different constraints are written once each, and so are the clauses of each linear
	// constraint and each table. What two of the latter share, such as two cages, is written for both.
	Published bool
	// Bare gives each variable of a propositional model one variable of the formula, as in the file that the model was read from.
	// It needs a cell encoding that does not depend on the givens. Certificates, formulas for proofs and solvers that write proofs use a
	// literal for each value.
	Bare   bool
	Limits *Limits // nil: the standard ones
}

// CellEncoding says how cells and all-different constraints become clauses.
type CellEncoding struct {
	About
	// Reduce, if not nil, makes the formula depend on the givens: only what Reduce returns is written. See [Compile].
	Reduce func(ctx context.Context, m *model.Model, cube model.Cube) Reduction
	// Variable writes the clauses on the literals of one variable.
	Variable func(c *Compiler, v model.Var)
	// AllDifferent writes the clauses that keep the variables apart; index is the constraint's index in the model.
	AllDifferent func(c *Compiler, index int, constraint *model.AllDifferent)
	Claim        Claim // may be nil
}

// AtMostOne says how at-most-one constraints become clauses.
type AtMostOne struct {
	About
	Settings []*engine.Setting // of the name, as in commander[group=4]; Compiler.Settings has their values
	// Write writes that at most one of some literals is true. excluded reports pairs, by index, that other clauses already
	// exclude; the encoding may leave these out. nil means none.
	Write func(c *Compiler, literals []Literal, excluded func(i, j int) bool)
}

// Describe implements [Described].
func (e AtMostOne) Describe() (About, []*engine.Setting) { return e.About, e.Settings }

// AMOSettings returns the settings of an at-most-one encoding, or nil if the name is not registered.
func AMOSettings(name string) []*engine.Setting { return AtMostOnes.Entries[name].Settings }

// LinearEncoding says how linear constraints become clauses.
type LinearEncoding struct {
	About
	// Linear writes one constraint, without the terms of fixed variables. It fails if the constraint is too large for the
	// encoding.
	Linear func(c *Compiler, constraint *model.Linear) error
	Claim  Claim // may be nil
}

// RuleEncoding says how rules become clauses.
type RuleEncoding struct {
	About
	Write func(c *Compiler, rule *model.Rule)
}

// Claim looks at the whole model before anything is written and takes the constraints that its encoding writes together, such as
// a box's triples and its all-different. Other constraints go, one by one, to the encoding of their kind. Linear encodings claim
// before cell encodings.
type Claim func(c *Compiler) []Group

// Group is a set of constraints that are encoded together. Some of their variables may be fixed: see [Map.Fixed].
type Group struct {
	Constraints []int // indices in the model, ascending
	Encode      func(c *Compiler) error
}

// The encodings by name, and those of kinds of constraints. A file registers each at start.
var (
	CellEncodings   = registry.New[CellEncoding]("encoding")
	AtMostOnes      = registry.New[AtMostOne]("amo")
	LinearEncodings = registry.New[LinearEncoding]("sum")
	RuleEncodings   = registry.New[RuleEncoding]("rule encoding")
	kindEncodings   = registry.New[kindEncoding]("constraint kind")
)

// kindEncoding writes one unclaimed constraint of a kind; index is its number in the model.
type kindEncoding func(c *Compiler, index int, constraint model.Constraint) error

func init() {
	RegisterKind("linear", (*Compiler).Sum)
	registerIndexed("all-different", func(c *Compiler, index int, constraint *model.AllDifferent) error {
		c.Cells.AllDifferent(c, index, constraint)
		return nil
	})
}

// RegisterKind adds an encoding for the constraints of a kind, which have type C.
func RegisterKind[C model.Constraint](kind string, encode func(c *Compiler, constraint C) error) {
	registerIndexed(kind, func(c *Compiler, _ int, constraint C) error { return encode(c, constraint) })
}

func registerIndexed[C model.Constraint](kind string, encode func(c *Compiler, index int, constraint C) error) {
	kindEncodings.Register(kind, func(c *Compiler, index int, constraint model.Constraint) error {
		own, ok := constraint.(C)
		if !ok {
			return fmt.Errorf("found %T, expected %T", constraint, own)
		}
		return encode(c, index, own)
	})
}

func (o Options) WithDefaults() Options {
	o.Cells, o.AMO = cmp.Or(o.Cells, DefaultCells), cmp.Or(o.AMO, DefaultAMO)
	if o.Cells == Automatic {
		o.Cells = DefaultCells
	}
	if o.AMO == Automatic {
		o.AMO = DefaultAMO
	}
	o.Linear, o.Rules, o.Limits = cmp.Or(o.Linear, DefaultLinear), cmp.Or(o.Rules, DefaultRules), cmp.Or(o.Limits, standard)
	return o
}

// Encoding is the encodings that options name.
type Encoding struct {
	Cells    CellEncoding
	AMO      AtMostOne
	Settings engine.Options // of AMO
	Linear   LinearEncoding
	Rules    RuleEncoding
}

// Encoding looks up the names, and the defaults of those that are empty.
func (o Options) Encoding() (Encoding, error) { return o.WithDefaults().lookup() }

// lookup looks up the names; no name is empty.
func (o Options) lookup() (e Encoding, err error) {
	var wrong [5]error
	e.Cells, wrong[0] = CellEncodings.Lookup(o.Cells)
	amo, settings, err := engine.CutSettings(o.AMO)
	if wrong[1] = err; err == nil {
		e.AMO, wrong[1] = AtMostOnes.Lookup(amo)
		e.Settings, wrong[2] = engine.ParseOptions(settings, e.AMO.Settings)
	}
	e.Linear, wrong[3] = LinearEncodings.Lookup(o.Linear)
	e.Rules, wrong[4] = RuleEncodings.Lookup(o.Rules)
	return e, cmp.Or(wrong[:]...)
}

// DependsOnCube reports whether different givens give different formulas, so that each cube needs a compilation.
func (o Options) DependsOnCube() bool {
	return CellEncodings.Entries[o.WithDefaults().Cells].Reduce != nil
}

// String returns the names of the parts: cells, at-most-one, linear, and rules if not the default.
func (o Options) String() string {
	o = o.WithDefaults()
	text := o.Cells + "/" + o.AMO + "/" + o.Linear
	if o.Rules != DefaultRules {
		text += "/" + o.Rules
	}
	return text
}

// ParseOptions reads what [Options.String] returns. A name that is not registered is an error.
func ParseOptions(text string) (Options, error) {
	names := strings.Split(text, "/")
	if len(names) == 3 {
		names = append(names, DefaultRules)
	}
	if len(names) != 4 {
		return Options{}, fmt.Errorf("found the encoding %q, expected CELLS/AMO/SUM or CELLS/AMO/SUM/RULES", text)
	}
	o := Options{Cells: names[0], AMO: names[1], Linear: names[2], Rules: names[3]}
	_, err := o.lookup()
	return o, err
}

// Automatic is the name of the cell and at-most-one encodings that encode.Resolve replaces.
const Automatic = "auto"
