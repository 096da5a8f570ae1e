package native

import (
	"context"
	"errors"
	"strings"

	"qmsat/model"
	"qmsat/model/engine"
)

// propagationAuto is the fastest scheme: singles, locked candidates, and sums of boxes by their fillings.
const propagationAuto = "auto"

// propagationSetting chooses a scheme.
var propagationSetting = &engine.Setting{
	Name:    "propagation",
	Usage:   "propagation of all-different constraints; docs/simonis.md explains the letters",
	Values:  func() []string { return append([]string{propagationAuto}, Schemes...) },
	Default: propagationAuto,
}

// Schemes are the names of the propagation schemes of Simonis, "Sudoku as a constraint problem", 2005, and FCIV, which propagates
// naked and hidden singles while shaving. The first letters name the propagation of all-different constraints: forward checking
// (FC), bounds consistency (BC) or hyper-arc consistency (HAC). The further letters name additions.
var Schemes = []string{
	"FC", "FCI", "BC", "BCI", "HAC", "HACS", "HACC", "HAC3", "HACSC", "HACS3", "HACC3", "HACSC3", "FCV", "FCIV", "BCV", "HACV",
}

// scheme is the meaning of a name of [Schemes].
type scheme struct {
	bounds, matching             bool // else forward checking
	dual                         bool // I: channelling to the positions of values in houses
	same, coloured, bands, shave bool // S, C, 3 and V
}

// schemeNamed reads a name of [Schemes].
func schemeNamed(name string) scheme {
	base, beside := name[:2], name[2:]
	if strings.HasPrefix(name, "HAC") {
		base, beside = name[:3], name[3:]
	}
	has := func(letter string) bool { return strings.Contains(beside, letter) }
	return scheme{base == "BC", base == "HAC", has("I"), has("S"), has("C"), has("3"), has("V")}
}

// The reasons why a scheme cannot be used for a model.
var (
	errNoAllDifferent = errors.New("the model has no all-different constraint")
	errNoDual         = errors.New("no all-different constraint of the model has as many values as variables")
	errNoHouses       = errors.New("the model has no grid whose rows, columns and boxes each have all values, at most 64")
)

// post posts the scheme's propagators, and returns the remaining constraints. Many propagators find what forward checking finds
// too; it is there because it is quick.
func (p scheme) post(b *builder) (rest []model.Constraint, err error) {
	exact := false
	differents, rest := model.Take[*model.AllDifferent](b.model.Constraints)
	for _, different := range differents {
		if p.allDifferent(b, different.Vars) {
			exact = true
		}
		if b.stopped {
			return nil, context.Cause(b.ctx)
		}
	}
	g := b.model.Grid
	switch {
	case len(differents) == 0:
		return nil, errNoAllDifferent
	case p.dual && !exact:
		return nil, errNoDual
	case (p.same || p.coloured || p.bands) && (g == nil || !b.hasHouses(g) || (p.same || p.bands) && !g.HasBoxes()):
		return nil, errNoHouses
	}
	if p.same {
		b.postSame(g)
	}
	if p.coloured {
		b.postColoured(g)
	}
	if p.bands {
		b.postBands(g)
	}
	return rest, nil
}

// allDifferent posts the propagators of an all-different constraint, and reports whether it has as many values as variables.
func (p scheme) allDifferent(b *builder, variables []model.Var) (exact bool) {
	exact = b.unionOf(variables).Size() == len(variables)
	if p.dual || p.matching {
		postSingles(b, variables)
	} else {
		postForward(b, variables)
	}
	if p.matching {
		b.postMatching(variables)
	}
	if p.bounds {
		b.postBounds(variables)
		if p.dual && exact {
			b.postDualBounds(variables)
		}
	}
	return exact
}
