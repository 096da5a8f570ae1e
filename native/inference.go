package native

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/scheme"
	"qmsat/native/space"
)

// postChosen posts the propagators of the scheme in options. It returns the scheme and the remaining constraints.
func postChosen(b *space.Builder, options engine.Options) (chosen scheme.Scheme, rest []model.Constraint, err error) {
	name := scheme.PropagationSetting.Value(options)
	if name == scheme.PropagationAuto {
		b.Source.About = "locked candidates"
		scheme.PostLocked(b)
		b.Source = space.Source{}
		if b.Quick {
			return chosen, b.Model.Constraints, nil
		}
		rest = postJoints(b, b.Model.Constraints, map[string]tupleList{}, engine.LimitsOf[limits](options))
		return chosen, rest, b.Err
	}
	chosen = scheme.SchemeNamed(name)
	b.Source.About = "propagation " + name
	defer func() { b.Source = space.Source{} }()
	rest, err = chosen.Post(b)
	if err != nil && !b.Stopped {
		err = engine.Unsupported(space.EngineName, "%s=%s: %w", scheme.PropagationSetting.Name, name, err)
	}
	return chosen, rest, err
}

// Inference is a model with propagation by one of the [Schemes], without search.
type Inference struct{ session *session }

// OpenInference opens a model. Its errors are those of the engine native with this scheme.
func OpenInference(ctx context.Context, m *model.Model, name string) (*Inference, error) {
	options := engine.Options{scheme.PropagationSetting.Name: name}
	if err := scheme.PropagationSetting.Check(name); err != nil {
		return nil, engine.Unsupported(space.EngineName, "%w", err)
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
	s.space.Done, s.space.Stopped = ctx.Done(), false
	s.search(cube, func() bool {
		solved = true
		for v := range model.Var(len(s.model.Variables)) {
			solved = solved && s.space.Fixed(v)
		}
		return true
	})
	if s.space.Stopped {
		return false, context.Cause(ctx)
	}
	return solved, nil
}
