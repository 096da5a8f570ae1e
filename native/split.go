package native

import (
	"context"

	"qmsat/internal/memory"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/order"
)

// lazySession is a session of the general search, opened when first needed. It splits cubes for other searches.
type lazySession struct {
	model    *model.Model
	options  engine.Options
	session  *session               // nil until then
	counting bool                   // rules are counted
	tracing  func(engine.TraceStep) // nil if nobody watches
	shows    func(engine.Progress)  // nil if nobody wants reports
}

func (s *lazySession) open(ctx context.Context) (_ *session, err error) {
	if s.session == nil {
		s.session, err = stop.Leave(ctx, func() (*session, error) { return openGeneral(ctx, s.model, s.options) }, nil)
		if err == nil && s.counting {
			s.session.CountRules()
		}
		if err == nil && s.tracing != nil {
			s.session.Trace(s.tracing)
		}
		if err == nil && s.shows != nil {
			s.session.Report(s.shows)
		}
	}
	return s.session, err
}

// Split implements engine.Splitter.
func (s *lazySession) Split(ctx context.Context, cube model.Cube) (engine.Split, bool, error) {
	general, err := s.open(ctx)
	if err != nil {
		return engine.Split{}, false, err
	}
	return general.Split(ctx, cube)
}

// Split implements engine.Splitter: it splits by the output with the fewest values left, and refutes by propagation.
func (s *session) Split(ctx context.Context, cube model.Cube) (split engine.Split, found bool, err error) {
	s.run = run{}
	s.space.Done, s.space.Stopped = ctx.Done(), false
	split, found = engine.Refuted(s.model, cube)
	s.search(cube, func() bool {
		split, found, err = s.split(ctx)
		return true
	})
	if s.space.Stopped {
		return engine.Split{}, false, context.Cause(ctx)
	}
	return split, found, err
}

// bytesPerPart is what each part of a split takes at least, as an item. After so many parts, split asks for their memory.
const bytesPerPart, partsPerAsk = 64, 1 << 16

// split splits the current state.
func (s *session) split(ctx context.Context) (split engine.Split, found bool, err error) {
	v, found := order.Fewest(s.space, s.outputs)
	if !found {
		return engine.Split{}, false, nil
	}
	var open []model.Range
	parts := 0
	for i := s.space.Lowest(v); i >= 0 && err == nil; i = s.space.After(v, i) {
		if s.try(0, v, i, i) {
			value, last := s.space.Numberings[v].Value(i), len(open)-1
			if last >= 0 && open[last].Hi+1 == value {
				open[last].Hi = value
			} else {
				open = append(open, model.Range{Lo: value, Hi: value})
			}
			if parts++; parts%partsPerAsk == 0 {
				err = memory.Ask(ctx, "the parts of a split", int64(parts)*bytesPerPart)
			}
		}
		if s.space.Stopped {
			break
		}
		s.back(0)
	}
	return engine.Split{Var: v, Open: model.NewDomain(open...)}, true, err
}
