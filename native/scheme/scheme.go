package scheme

import (
	"context"
	"errors"
	"strings"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/space"
)

// PropagationAuto is the fastest scheme: singles, locked candidates, and sums of boxes by their fillings.
const PropagationAuto = "auto"

// PropagationSetting chooses a scheme.
var PropagationSetting = &engine.Setting{
	Name:    "propagation",
	Usage:   "propagation of all-different constraints; docs/simonis.md explains the letters",
	Values:  func() []string { return append([]string{PropagationAuto}, Schemes...) },
	Default: PropagationAuto,
}

// Schemes are the names of the propagation schemes of Simonis, "Sudoku as a constraint problem", 2005, and FCIV, which propagates
// naked and hidden singles while shaving. The first letters name the propagation of all-different constraints: forward checking
// (FC), bounds consistency (BC) or hyper-arc consistency (HAC). The further letters name additions.
var Schemes = []string{
	"FC", "FCI", "BC", "BCI", "HAC", "HACS", "HACC", "HAC3", "HACSC", "HACS3", "HACC3", "HACSC3", "FCV", "FCIV", "BCV", "HACV",
}

// Scheme is the meaning of a name of [Schemes].
type Scheme struct {
	Bounds, Matching             bool // else forward checking
	Dual                         bool // I: channelling to the positions of values in houses
	Same, Coloured, Bands, Shave bool // S, C, 3 and V
}

// SchemeNamed reads a name of [Schemes].
func SchemeNamed(name string) Scheme {
	base, beside := name[:2], name[2:]
	if strings.HasPrefix(name, "HAC") {
		base, beside = name[:3], name[3:]
	}
	has := func(letter string) bool { return strings.Contains(beside, letter) }
	return Scheme{base == "BC", base == "HAC", has("I"), has("S"), has("C"), has("3"), has("V")}
}

// The reasons why a scheme cannot be used for a model.
var (
	errNoAllDifferent = errors.New("the model has no all-different constraint")
	errNoDual         = errors.New("no all-different constraint of the model has as many values as variables")
	errNoHouses       = errors.New("the model has no grid whose rows, columns and boxes each have all values, at most 64")
)

// Post posts the scheme's propagators, and returns the remaining constraints. Many propagators find what forward checking finds
// too; it is there because it is quick.
func (p Scheme) Post(b *space.Builder) (rest []model.Constraint, err error) {
	exact := false
	differents, rest := model.Take[*model.AllDifferent](b.Model.Constraints)
	for _, different := range differents {
		if p.allDifferent(b, different.Vars) {
			exact = true
		}
		if b.Stopped {
			return nil, context.Cause(b.Ctx)
		}
	}
	g := b.Model.Grid
	switch {
	case len(differents) == 0:
		return nil, errNoAllDifferent
	case p.Dual && !exact:
		return nil, errNoDual
	case (p.Same || p.Coloured || p.Bands) && (g == nil || !hasHouses(b, g) || (p.Same || p.Bands) && !g.HasBoxes()):
		return nil, errNoHouses
	}
	if p.Same {
		postSame(b, g)
	}
	if p.Coloured {
		postColoured(b, g)
	}
	if p.Bands {
		postBands(b, g)
	}
	return rest, nil
}

// allDifferent posts the propagators of an all-different constraint, and reports whether it has as many values as variables.
func (p Scheme) allDifferent(b *space.Builder, variables []model.Var) (exact bool) {
	exact = b.UnionOf(variables).Size() == len(variables)
	if p.Dual || p.Matching {
		space.PostSingles(b, variables)
	} else {
		space.PostForward(b, variables)
	}
	if p.Matching {
		PostMatching(b, variables)
	}
	if p.Bounds {
		b.PostBounds(variables)
		if p.Dual && exact {
			PostDualBounds(b, variables)
		}
	}
	return exact
}
