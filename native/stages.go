package native

import (
	"context"
	"math/big"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/scheme"
)

// stagedSession runs a model without joints and implied constraints first. Only a run that takes more nodes than the limit begins
// anew with them, and so do all later ones. Solutions of the first run are passed on once it has ended.
//
// Of the puzzles of Interactive Sudoku Solver, half end in the first run; opening takes a sixth of the time there.
type stagedSession struct {
	lazySession
	quick      *session // nil once it took too many nodes
	quickNodes int64    // that it may take
}

// inStages reports whether a model is run in stages: a grid with further constraints, all settings for branching and propagation
// being usual.
func inStages(m *model.Model, options engine.Options) bool {
	_, further := orderFor(m, options)
	return further && scheme.PropagationSetting.Value(options) == scheme.PropagationAuto && branchSetting.Value(options) == ""
}

// GainsByNarrowing reports whether a search in stages runs a model. It gains if values that have no solution are taken out of domains. Other
// searches lose more than they gain: those made for 9×9 grids would no longer run the model.
func GainsByNarrowing(ctx context.Context, m *model.Model) bool {
	_, across, isNine := boxParts(ctx, m)
	return (!isNine || len(across) > 0) && inStages(m, nil)
}

func openStages(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
	quick, err := openWith(ctx, m, options, orderOfGrids, true)
	if err != nil {
		return nil, err
	}
	return &stagedSession{lazySession: lazySession{model: m, options: options}, quick: quick,
		quickNodes: int64(engine.LimitsOf[limits](options).QuickNodes)}, nil
}

// Run implements [engine.Session]. Its effort is the number of nodes of both stages. If ctx ends while the second stage is opened,
// the solutions of the first one count.
func (s *stagedSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (
	engine.Result, error) {
	var found []model.Assignment
	nodes := int64(0)
	if s.quick != nil {
		first := run{limit: limit, maxNodes: s.quickNodes, yield: func(a model.Assignment) bool {
			found = append(found, slices.Clone(a))
			return true
		}}
		result, err := s.quick.start(ctx, cube, first, s.quick.branching.search)
		if err != nil || !s.quick.run.tooMany() {
			return passOn(result, found, yield), err
		}
		s.quick, nodes = nil, s.quick.run.nodes
	}
	whole, err := s.open(ctx)
	if ctx.Err() != nil {
		return passOn(engine.NewResult(ctx, limit, big.NewInt(int64(len(found))), false, effort(nodes)), found, yield), nil
	} else if err != nil {
		return engine.Result{}, err
	}
	return whole.start(ctx, cube, run{limit: limit, yield: yield, nodes: nodes}, whole.branching.search)
}

// Report implements [engine.Reporter]. The first stage is too short to tell.
func (s *stagedSession) Report(show func(engine.Progress)) {
	if s.shows = show; s.session != nil {
		s.session.Report(show)
	}
}

// passOn yields the solutions of a run that has ended.
func passOn(result engine.Result, found []model.Assignment, yield func(model.Assignment) bool) engine.Result {
	for i, a := range found {
		if yield != nil && !yield(a) {
			result.Count, result.Outcome = big.NewInt(int64(i+1)), engine.LimitReached
			break
		}
	}
	return result
}

// CountRules implements [engine.RuleCounter]. A session that counts has no first stage.
func (s *stagedSession) CountRules() { s.counting, s.quick = true, nil }

// RuleCounts implements [engine.RuleCounter].
func (s *stagedSession) RuleCounts() []engine.RuleCount {
	if s.session == nil {
		return engine.NewRuleCounts(s.model)
	}
	return s.session.RuleCounts()
}

// Close releases the session's memory.
func (s *stagedSession) Close() error {
	s.quick, s.session = nil, nil
	return nil
}
