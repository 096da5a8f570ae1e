package residual

import (
	"context"
	"math/big"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

// Name is the engine's name.
const Name = "residual"

// The values of the setting mode.
const (
	modeAuto  = "auto"
	modeList  = "list"
	modeMerge = "merge"
)

var modeSetting = &engine.Setting{
	Name: "mode", Usage: "list solutions, or merge equal states and only count; auto tries both, or lists if solutions are wanted",
	Values: func() []string { return []string{modeAuto, modeList, modeMerge} }, Default: modeAuto,
}

var sequenceSetting = &engine.Setting{
	Name: "sequence", Usage: "order of variables in mode merge: given by the model, cut: with few clauses between early and late ones, auto: the better of both",
	Values: func() []string { return []string{sequenceAuto, sequenceCut, sequenceGiven} }, Default: sequenceAuto,
}

func init() {
	engine.RegisterMeasure(engine.MeasureKind{Name: "residuals", Unit: "formulas", Meaning: "left over after each variable is set; equal ones count once"})
	engine.RegisterMeasure(engine.MeasureKind{Name: "widest cut", Unit: "formulas", Meaning: "left over after any one variable, at most"})
	engine.Register(&engine.Engine{
		Name:      Name,
		Summary:   "lists or counts by unit propagation alone, from the clauses",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true},
		Route:     "encode",
		Settings: append(append(append(sat.Settings(), formula.Thresholds...),
			implied.Setting, modeSetting, sequenceSetting), engine.Thresholds[limits]()...),
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s := &session{
				model: m, encoding: sat.EncodingOptions(options), limits: engine.LimitsOf[limits](options),
				mode: modeSetting.Value(options), sequence: sequenceSetting.Value(options),
			}
			s.encoding.Limits = engine.LimitsOf[encode.Limits](options)
			var err error
			if s.encoding.DependsOnCube() {
				// Every cube has its own formula. This one only tests whether the options can encode the model.
				_, err = encode.NewDIMACS(ctx, m, s.encoding, nil)
			} else {
				s.loaded, err = s.load(ctx, nil)
			}
			if err != nil {
				return nil, sat.Refused(ctx, Name, err)
			}
			return s, nil
		},
	})
}

// limits are the sizes at which runs change their methods. Only tests lower them: see [engine.Thresholds].
type limits struct {
	FirstDecisions int `limit:"20000 1 10"`   // of a listing that is tried at first, in runs that only count
	NextDecisions  int `limit:"5000000 1 30"` // of a listing that is tried after a short merging
	ProbeStates    int `limit:"10000 1 5"`    // at a cut in the short run of a sequence
	SlabWords      int `limit:"65536 1 20"`   // that the states of a cut are kept in together
	TableBits      int `limit:"10 0 1"`       // of the least size of a table of states
}

// session counts the models of formulas, projected on the outputs.
type session struct {
	model    *model.Model
	encoding encode.Options
	limits   *limits
	mode     string
	sequence string
	loaded   *loaded               // the formula for all cubes; nil if each cube has its own
	show     func(engine.Progress) // nil if nobody wants reports
}

// Report implements engine.Reporter: show gets the progress of the merging that runs to the end.
func (s *session) Report(show func(engine.Progress)) { s.show = show }

// loaded is a formula that is ready to be searched.
type loaded struct {
	*propagator
	formula    *clauseSet
	vars       *encode.Map
	consistent bool
	outputs    [][]literal // by open output: the literals of its values
}

// load compiles the model; if the encoding depends on the cube, the model reduced by the cube.
func (s *session) load(ctx context.Context, cube model.Cube) (*loaded, error) {
	f := &clauseSet{ctx: ctx}
	vars, err := encode.CompileCube(ctx, s.model, cube, s.encoding, f)
	if err != nil {
		return nil, err
	}
	f.variables = vars.Variables()
	l := &loaded{formula: f, vars: vars}
	for _, v := range s.model.OutputVars() {
		if !vars.Fixed(v) {
			l.outputs = append(l.outputs, lists.Map(vars.Literals(v), literalOf))
		}
	}
	l.propagator, l.consistent, err = newPropagator(ctx, f)
	return l, err
}

// Run implements engine.Session.
func (s *session) Run(
	ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (result engine.Result, err error) {
	defer engine.Guard(Name, &err)
	l, rest := s.loaded, cube
	if l == nil {
		if l, err = s.load(ctx, cube); err != nil {
			if ctx.Err() != nil {
				return engine.NewResult(ctx, limit, new(big.Int), false), nil
			}
			return engine.Result{Count: new(big.Int)}, sat.Refused(ctx, Name, err)
		}
		rest = nil
	}
	r := &run{session: s, loaded: l, ctx: ctx, limit: limit, yield: yield, assignment: make(model.Assignment, len(s.model.Variables)),
		decisionsBefore: l.decisions, conflictsBefore: l.conflicts, meter: engine.MeterOf(ctx)}
	exhausted := r.count(rest)
	result = engine.NewResult(ctx, limit, &r.total, exhausted, r.soFar()...)
	result.Unlisted = r.unlisted
	return result, engine.Failed(Name, r.err)
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// run is one run of a session.
type run struct {
	*session
	*loaded
	ctx        context.Context
	limit      uint64 // 0: none
	yield      func(model.Assignment) bool
	assignment model.Assignment
	total      big.Int
	unlisted   bool          // total was not found by listing
	effort     engine.Effort // of the latest merging
	err        error
	meter      *engine.Meter // nil if nobody asks
	// What the propagator had counted before the run:
	decisionsBefore, conflictsBefore int64
}

// soFar returns the effort of the run.
func (r *run) soFar() engine.Effort {
	return append(engine.Effort{
		{Name: "decisions", Value: r.decisions - r.decisionsBefore}, {Name: "conflicts", Value: r.conflicts - r.conflictsBefore},
	}, r.effort...)
}

// tell passes on the effort so far if somebody has asked.
func (r *run) tell() { r.meter.Tell(r.soFar) }

// count counts the solutions, and reports whether it found all.
func (r *run) count(cube model.Cube) (exhausted bool) {
	literals, possible := r.vars.Cube(cube)
	if !possible || !r.consistent {
		return true
	}
	defer func() {
		for len(r.levels) > 0 {
			r.undo()
		}
	}()
	for _, l := range literals {
		if !r.decide(literalOf(l)) {
			return true
		}
	}
	asked := r.limit > 0 || r.yield != nil
	if r.mode == modeList || r.mode == modeAuto && asked {
		return r.list(0)
	}
	if r.mode == modeMerge {
		return r.merge(false)
	}
	return r.listUpTo(r.limits.FirstDecisions) || r.merge(true) || r.listUpTo(r.limits.NextDecisions) || r.merge(false)
}

// goesOn reports whether the run should try another method.
func (r *run) goesOn() bool { return r.ctx.Err() == nil && r.err == nil }

// listUpTo lists with a limit on decisions, and reports whether it finished. The total becomes no less than it was.
func (r *run) listUpTo(decisions int) (exhausted bool) {
	if !r.goesOn() {
		return false
	}
	before := new(big.Int).Set(&r.total)
	r.total.SetInt64(0)
	r.effort = nil
	exhausted = r.list(int64(decisions))
	if r.total.Cmp(before) < 0 {
		r.total.Set(before)
	}
	return exhausted
}

// list finds one solution after another, and reports whether it found all. It ends after the given number of decisions; 0 means
// no limit.
func (r *run) list(decisions int64) (exhausted bool) {
	kept := len(r.levels)
	if decisions > 0 {
		decisions += r.decisions
	}
	search := &listing{propagator: r.propagator, ctx: r.ctx, outputs: r.outputs, found: r.found, most: decisions, tell: r.tell}
	exhausted = search.search()
	for len(r.levels) > kept {
		r.undo()
	}
	return exhausted
}

// merge counts without listing, and reports whether it finished; otherwise the total stays. If there are several sequences, it
// first runs each briefly and continues with the one that gets farthest. With short set it stops after the brief runs.
func (r *run) merge(short bool) (exhausted bool) {
	if !r.goesOn() {
		return false
	}
	sequences, err := r.sequences()
	var best [][]literal
	farthest := -1
	for _, outputs := range sequences {
		reached := 0
		if err == nil {
			reached, err = r.mergeIn(outputs, r.limits.ProbeStates)
		}
		if err == nil && reached == len(outputs) {
			return true
		}
		if reached > farthest {
			best, farthest = outputs, reached
		}
	}
	if err == nil && !short {
		_, err = r.mergeIn(best, 0)
	}
	if err != nil && r.ctx.Err() == nil {
		r.err = err
	}
	return err == nil && !short
}

// sequences returns the outputs in the orders to be tried.
func (r *run) sequences() ([][][]literal, error) {
	if r.sequence == sequenceGiven {
		return [][][]literal{r.outputs}, nil
	}
	ordered, err := byCuts(r.ctx, r.formula, r.outputs)
	if r.sequence == sequenceCut {
		return [][][]literal{ordered}, err
	}
	return [][][]literal{r.outputs, ordered}, err
}

// mergeIn counts in an order of the outputs. It gives up if a cut has more than most states (0: no limit), and returns the
// number of cuts that it reached.
func (r *run) mergeIn(outputs [][]literal, most int) (reached int, err error) {
	cuts, err := newCuts(r.ctx, r.formula, outputs)
	if err != nil {
		return 0, err
	}
	m := &merging{store: newStore(r.limits), listing: listing{propagator: r.propagator, ctx: r.ctx, outputs: outputs, tell: r.tell}, cuts: cuts, most: most}
	if most == 0 && r.show != nil {
		m.meter = &meter{show: r.show, cuts: len(outputs)}
	}
	kept := len(r.levels)
	reached, err = m.count(&r.total)
	r.unlisted = err == nil && reached == len(outputs)
	for len(r.levels) > kept {
		r.undo()
	}
	r.effort = engine.Effort{{Name: "residuals", Value: m.states}, {Name: "widest cut", Value: int64(m.widest)}}
	return reached, err
}

// found counts the propagator's solution and yields it. It reports whether the search goes on.
func (r *run) found() bool {
	r.total.Add(&r.total, one)
	if r.yield != nil {
		isTrue := func(l encode.Literal) bool { return r.values[literalOf(l)] > 0 }
		if r.err = r.vars.Decode(isTrue, r.assignment); r.err != nil || !r.yield(r.assignment) {
			return false
		}
	}
	return r.limit == 0 || !r.total.IsUint64() || r.total.Uint64() < r.limit
}

var one = big.NewInt(1)
