package native

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
	"qmsat/native/order"
	"qmsat/native/scheme"
	"qmsat/native/space"
)

// maxStateWords bounds the words of a state, so that one pass over all domains takes some hundredths of a second at most.
const maxStateWords = 1 << 23

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: "nodes", Unit: "values", Meaning: "tried for a variable, each followed by propagation"})
	engine.Register(&engine.Engine{
		Name:      space.EngineName,
		Summary:   "bit-mask backtracking with propagators, for every model",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true, Optimum: true},
		Route:     "native",
		Settings: slices.Concat([]*engine.Setting{searchSetting, order.Setting, scheme.PropagationSetting, branchSetting, seedSetting,
			implied.Setting, rulesSetting}, engine.Thresholds[limits](), space.Thresholds),
		Open: open,
	})
}

// session is a model, opened. A search changes one state, and undoes that: levels[d] is the mark of the node at depth d.
type session struct {
	model      *model.Model
	space      *space.Space
	root       []uint64      // the state without givens
	propagated bool          // root was propagated
	impossible bool          // root has no solution
	learnt     []model.Given // values without a solution, not removed from root yet
	outputs    []model.Var   // in which two solutions must differ; for each such tuple, one value of the others is found
	levels     []int         // by depth: the mark of the state that the node below changes
	shaves     bool          // states are shaved, not only propagated
	trying     bool          // a value is tried by shaving
	first      []uint64      // the state of a search; made when first needed
	assignment model.Assignment
	run        run
	paused     paused
	order      order.Order
	ruleCounts []engine.RuleCount // counts of the current run; nil if it does not count
	objective  *objective         // nil if the model has none
	branching  *branching
	trace      *tracer // nil if nobody watches
	show       tells   // nil if nobody wants reports
}

// run holds the arguments and counters of one call of Run.
type run struct {
	limit uint64
	yield func(model.Assignment) bool
	count uint64
	nodes int64
	// maxNodes is the number of nodes after which a search within Open, or the first of two, stops; 0 for other runs.
	maxNodes int64
	restarts *restarts // nil if the run does not restart
	wanted   *wanted   // nil if all solutions are
	closed   float64   // the weights of the branches that are done: the estimated share of the search, which never falls
	// restarting is set if the run restarts, so that its tree is not fixed.
	restarting bool
	resumes    bool // the run goes on with the search that paused
}

// tooMany reports whether the run has taken its number of nodes.
func (r *run) tooMany() bool { return r.maxNodes > 0 && r.nodes >= r.maxNodes }

// open returns a session of a search specialised for the model, if there is one, otherwise of the general search. The special
// searches choose their cells and propagate on their own. So options for an order, steps or a scheme, and an objective, need the
// general search.
func open(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
	tuned := searchSetting.Value(options) == searchAuto && order.Setting.Value(options) == order.Auto &&
		scheme.PropagationSetting.Value(options) == scheme.PropagationAuto && branchSetting.Value(options) == ""
	if m.Objective == nil && tuned {
		if s, err := openNine(ctx, m, options); s != nil || err != nil || ctx.Err() != nil {
			return s, cmp.Or(err, context.Cause(ctx))
		}
	}
	if inStages(m, options) {
		return openStages(ctx, m, options)
	}
	s, err := openGeneral(ctx, m, options)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// openGeneral returns a session of the general search.
func openGeneral(ctx context.Context, m *model.Model, options engine.Options) (*session, error) {
	name, _ := orderFor(m, options)
	return openWith(ctx, m, options, name, false)
}

// openWith returns a session of the general search, with an order unless another one is chosen. A quick one has no joints and no
// implied constraints.
func openWith(ctx context.Context, m *model.Model, options engine.Options, usual string, quick bool) (*session, error) {
	_, chosenOrder, err := order.Chosen(options, usual)
	if err != nil {
		return nil, err
	}
	sizes := engine.LimitsOf[space.Limits](options)
	wide := space.WideVariables(m, sizes)
	if err := checkSize(ctx, m, wide); err != nil {
		return nil, err
	}
	memory.Growing(ctx, "native's propagators")
	if m = narrowed(ctx, m); ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	b := space.NewBuilder(ctx, m, wide, sizes)
	b.Quick = quick
	chosen, rest, err := postChosen(b, options)
	if err != nil {
		return nil, err
	}
	objective := postObjective(b)
	if err := postImplied(b, rest, options); err != nil {
		return nil, err
	}
	s, err := newSession(b, rest)
	if err != nil {
		return nil, err
	}
	if chosen.Shave {
		s.shaves = true
	}
	s.objective = objective
	s.order = chosenOrder
	if s.branching, err = newBranching(s, options); err != nil {
		return nil, engine.Unsupported(space.EngineName, "%w", err)
	}
	if chosenOrder.Weighted || s.branching.weighted() {
		s.space.Blames = order.NewWeights(s.space.PropagatorsOf(), len(s.space.Propagators))
	}
	if s.space.Interrupted() {
		return nil, context.Cause(ctx)
	}
	return s, nil
}

// newSession returns a session with the builder's propagators, and those of the constraints. The caller must set its branching.
func newSession(b *space.Builder, constraints []model.Constraint) (*session, error) {
	if err := b.Finish(constraints); err != nil {
		return nil, err
	}
	return &session{model: b.Model, space: b.Space, root: b.State, assignment: make(model.Assignment, len(b.Model.Variables)),
		order: order.Order{Choose: order.Fewest}}, nil
}

// bytesPerRange is what the numbering of a domain takes for each of its ranges: a copy of it, and the number of its lowest value.
const bytesPerRange = 3 * 8

// checkSize refuses models with too large domains, and asks for the memory that every search needs: the numberings of domains, the root,
// its own state, and when each word of that was saved.
func checkSize(ctx context.Context, m *model.Model, wide []bool) error {
	words, ranges := 0, int64(0)
	for i, v := range m.Variables {
		size := v.Domain.Size()
		isWide := wide != nil && wide[i]
		if size <= 0 || size > 64*maxStateWords && !isWide { // size is 0 or less if it overflows an int
			return engine.Unsupported(space.EngineName, "%s has the domain %v; expected no more than %d values", v.Name, v.Domain, 64*maxStateWords)
		}
		ranges += int64(v.Domain.RangeCount())
		if words += space.WordsOf(size, isWide); words > maxStateWords {
			return engine.Unsupported(space.EngineName, "the domains of the %d variables need more than %d words of 64 bits",
				len(m.Variables), maxStateWords)
		}
	}
	return memory.Ask(ctx, "the domains of native's search", 3*8*int64(words)+bytesPerRange*ranges)
}

// Close releases the session's memory.
func (s *session) Close() error {
	s.space, s.root, s.first = nil, nil, nil
	return nil
}

// Run searches for the solutions that meet the cube. Its effort is the number of nodes, which are values tried.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	return s.start(ctx, cube, run{limit: limit, yield: yield}, s.branching.search)
}

// start runs the cube, and calls search in the state after the givens.
func (s *session) start(ctx context.Context, cube model.Cube, r run, search func() bool) (result engine.Result, err error) {
	defer engine.Guard(space.EngineName, &err)
	if err := s.model.CheckGivens(cube); err != nil {
		return engine.Result{}, err
	}
	memory.Growing(ctx, "native's search")
	s.run = r
	s.space.Done, s.space.Stopped = ctx.Done(), false
	seeking := engine.SeekingOf(ctx)
	s.run.wanted = s.want(seeking)
	if !s.resume(seeking) {
		s.space.Blames.Reset()
	}
	s.branching.reset()
	if tell := teller(ctx, s.show); tell != nil {
		s.space.Tell = func() {
			share := s.run.closed
			if s.run.restarting {
				share = 0
			}
			tell(s.run.nodes, share)
		}
	}
	exhausted := s.search(cube, search)
	if !exhausted {
		s.pause(seeking)
	}
	s.space.Tell = nil
	return engine.NewResult(ctx, r.limit, new(big.Int).SetUint64(s.run.count), exhausted, effort(s.run.nodes)), nil
}

func effort(nodes int64) engine.Measure { return engine.Measure{Name: "nodes", Value: nodes} }

// Report implements [engine.Reporter].
func (s *session) Report(show func(engine.Progress)) { s.show = shown(show) }

// tells gets a run's nodes so far, and the share of its search that is done; 0 if that is not known.
type tells func(nodes int64, share float64)

// callsPerLook is how many times a search tells its share before somebody looks at the clock.
const callsPerLook = 16

// shown returns a function that shows shares that are known, from time to time.
func shown(show func(engine.Progress)) tells {
	pace, calls := new(engine.Pace), 0
	pace.Due() // a short search shows nothing
	return func(nodes int64, share float64) {
		if calls++; share > 0 && calls%callsPerLook == 0 && pace.Due() {
			show(engine.Progress{Share: min(share, 1), Text: fmt.Sprintf("native searches, %d nodes", nodes)})
		}
	}
}

// teller returns a function that tells the meter of the context and, unless it is nil, show; nil if nobody wants to know.
func teller(ctx context.Context, show tells) tells {
	meter := engine.MeterOf(ctx)
	if meter == nil {
		return show
	}
	return func(nodes int64, share float64) {
		meter.Tell(func() engine.Effort { return engine.Effort{effort(nodes)} })
		if show != nil {
			show(nodes, share)
		}
	}
}

// search runs the cube, calls below in its state, and reports whether the search was exhausted.
func (s *session) search(cube model.Cube, below func() bool) bool {
	s.levels = s.levels[:0]
	if s.space.Interrupted() || !s.propagateRoot() {
		return false
	}
	if s.first == nil {
		s.first = make([]uint64, len(s.root))
	}
	s.space.Load(s.first, s.root)
	if s.impossible || !s.trace.begin(s.give(cube) && (!s.run.resumes || s.again())) || !s.consistent() {
		return !s.space.Stopped
	}
	s.deeper(0)
	return below()
}

// propagateRoot propagates the state without givens, if that is not done yet. That is left to the first run, because it may take
// long and only a run can be stopped; if it is, the next run continues. It reports whether it finished.
func (s *session) propagateRoot() bool {
	if s.propagated && len(s.learnt) == 0 {
		return true
	}
	s.space.Load(s.root, s.root)
	for id := range s.space.Propagators {
		if !s.propagated {
			s.space.Due.Push([]int32{int32(id)})
		}
	}
	s.propagated = false
	possible := !s.impossible
	for _, g := range s.learnt {
		i, has := s.space.Numberings[g.Var].Index(g.Value) // the session's model may lack the value
		possible = possible && (!has || !s.space.Bits(g.Var).Has(i) || s.space.DropIndex(g.Var, i))
	}
	possible, s.learnt = possible && s.space.Propagate(), s.learnt[:0]
	if s.space.Stopped {
		return false
	}
	s.propagated, s.impossible = true, !possible
	return true
}

// Learn implements [engine.Learner]. It uses single values only.
func (s *session) Learn(refuted model.Cube) {
	if len(refuted) == 1 && !s.space.IsWide(refuted[0].Var) {
		s.learnt = append(s.learnt, refuted[0])
	}
}

// give fixes the givens. It reports false if a given is outside its domain, or clashes with another.
func (s *session) give(cube model.Cube) bool {
	for _, g := range cube {
		i, ok := s.space.Numberings[g.Var].Index(g.Value)
		if !ok || !s.space.Fix(g.Var, i) {
			return false
		}
	}
	return true
}
