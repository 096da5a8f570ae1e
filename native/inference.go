package native

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
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

// Inference is a model with propagation by one of the [Schemes], without search.
type Inference struct{ session *session }

// OpenInference opens a model. Its errors are those of the engine native with this scheme.
func OpenInference(ctx context.Context, m *model.Model, name string) (*Inference, error) {
	options := engine.Options{propagationSetting.Name: name}
	if err := propagationSetting.Check(name); err != nil {
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
