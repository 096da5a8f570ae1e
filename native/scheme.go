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

// postChosen posts the propagators of the scheme in options. It returns the scheme and the remaining constraints.
func (b *builder) postChosen(options engine.Options) (chosen scheme, rest []model.Constraint, err error) {
	name := propagationSetting.Value(options)
	if name == propagationAuto {
		b.source.about = "locked candidates"
		b.postLocked()
		b.source = source{}
		if b.quick {
			return chosen, b.model.Constraints, nil
		}
		rest = b.postJoints(b.model.Constraints, map[string]tupleList{})
		return chosen, rest, b.err
	}
	chosen = schemeNamed(name)
	b.source.about = "propagation " + name
	defer func() { b.source = source{} }()
	rest, err = chosen.post(b)
	if err != nil && !b.stopped {
		err = engine.Unsupported(engineName, "%s=%s: %w", propagationSetting.Name, name, err)
	}
	return chosen, rest, err
}

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

// Inference is a model with propagation by one of the [Schemes], without search.
type Inference struct{ session *session }

// OpenInference opens a model. Its errors are those of the engine native with this scheme.
func OpenInference(ctx context.Context, m *model.Model, scheme string) (*Inference, error) {
	options := engine.Options{propagationSetting.Name: scheme}
	if err := propagationSetting.Check(scheme); err != nil {
		return nil, engine.Unsupported(engineName, "%w", err)
	}
	s, err := openGeneral(ctx, m, options)
	if err != nil {
		return nil, err
	}
	return &Inference{s}, nil
}

// Run propagates the cube and reports whether that leaves each variable one value. A contradiction is not a solution. The error
// is why the context ended.
func (i *Inference) Run(ctx context.Context, cube model.Cube) (solved bool, err error) {
	s := i.session
	if err := s.model.CheckGivens(cube); err != nil {
		return false, err
	}
	s.run = run{}
	s.space.done, s.space.stopped = ctx.Done(), false
	s.search(cube, func() bool {
		solved = true
		for v := range model.Var(len(s.model.Variables)) {
			solved = solved && s.space.Fixed(v)
		}
		return true
	})
	if s.space.stopped {
		return false, context.Cause(ctx)
	}
	return solved, nil
}
