package residual

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/encode/residual/cdcl"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
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
		Summary:   "lists by learning from conflicts, or counts by merging equal states, from the clauses",
		Abilities: engine.Abilities{Assumptions: true, Concurrent: true},
		Route:     "encode",
		Settings: append(append(append(sat.Settings(), formula.Thresholds...),
			implied.Setting, modeSetting, sequenceSetting), append(engine.Thresholds[limits](), engine.Thresholds[cdcl.Limits]()...)...),
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s := &session{
				model: m, encoding: sat.EncodingOptions(options), limits: engine.LimitsOf[limits](options), solver: engine.LimitsOf[cdcl.Limits](options),
				mode: modeSetting.Value(options), sequence: sequenceSetting.Value(options),
			}
			s.encoding.Limits = engine.LimitsOf[encode.Limits](options)
			s.encoding.Bare = true
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
	FirstDecisions int `limit:"20000 1 10"`   // of a list at first and in each of its turns, in runs that only count
	NextDecisions  int `limit:"5000000 1 30"` // of a list after a merging gave up
	ProbeStates    int `limit:"10000 1 5"`    // at a cut in the short run of a sequence
	SlabWords      int `limit:"65536 1 20"`   // that the states of a cut are kept in together
	TableBits      int `limit:"10 0 1"`       // of the least size of a table of states
	Guards         int `limit:"64 1 2"`       // variables for clauses that hold in some runs alone
}

// session counts the models of formulas, projected on the outputs.
type session struct {
	model    *model.Model
	encoding encode.Options
	limits   *limits
	solver   *cdcl.Limits
	mode     string
	sequence string
	loaded   *loaded               // the formula for all cubes; nil if each cube has its own
	show     func(engine.Progress) // nil if nobody wants reports
	changed  []model.Var           // since the solution before, of the one that is yielded; nil: any
	follows  bool                  // the next one comes without a search
}

// Step implements [engine.Stepper].
func (s *session) Step() (changed []model.Var, follows bool) { return s.changed, s.follows }

// Report implements engine.Reporter: show gets the progress of the merging that runs to the end.
func (s *session) Report(show func(engine.Progress)) { s.show = show }

// loaded is a formula that is ready to be searched.
type loaded struct {
	formula *clauseSet
	vars    *encode.Map
	outputs [][]literal // by open output: the literals of its values
	lister  *lister     // for lists; nil until it is needed
	merger  *propagator // for merging; nil until it is needed
}

// load compiles the model; if the encoding depends on the cube, the model reduced by the cube.
func (s *session) load(ctx context.Context, cube model.Cube) (*loaded, error) {
	f := &clauseSet{ctx: ctx}
	vars, err := encode.CompileCube(ctx, s.model, cube, s.encoding, f)
	if err != nil {
		return nil, err
	}
	f.Variables = vars.Variables()
	l := &loaded{formula: f, vars: vars}
	for _, v := range s.model.OutputVars() {
		if !vars.Fixed(v) {
			l.outputs = append(l.outputs, lists.Map(vars.Literals(v), cdcl.LiteralOf))
		}
	}
	return l, nil
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
	r := &run{session: s, loaded: l, ctx: ctx, limit: limit, yield: yield, meter: engine.MeterOf(ctx)}
	exhausted, err := r.count(rest)
	if err != nil && ctx.Err() != nil {
		err = nil
	}
	result = engine.NewResult(ctx, limit, &r.total, exhausted && err == nil, r.soFar()...)
	result.Unlisted = r.unlisted
	return result, engine.Failed(Name, err)
}

// Close has nothing to free.
func (s *session) Close() error { return nil }

// run is one run of a session.
type run struct {
	*session
	*loaded
	ctx      context.Context
	limit    uint64 // 0: none
	yield    func(model.Assignment) bool
	cube     []literal
	total    big.Int
	unlisted bool          // total was not found by listing
	listed   engine.Effort // of lists
	effort   engine.Effort // of the latest merging
	meter    *engine.Meter // nil if nobody asks
}

// soFar returns the effort of the run.
func (r *run) soFar() engine.Effort { return append(slices.Clone(r.listed), r.effort...) }

// tell passes on the effort so far if somebody has asked.
func (r *run) tell() { r.meter.Tell(r.soFar) }

// count counts the solutions, and reports whether it found all.
func (r *run) count(cube model.Cube) (exhausted bool, err error) {
	literals, possible := r.vars.Cube(cube)
	if !possible {
		return true, nil
	}
	r.cube = lists.Map(literals, cdcl.LiteralOf)
	asked := r.limit > 0 || r.yield != nil
	if r.mode == modeMerge {
		return r.merge(nil)
	}
	if seeking := engine.SeekingOf(r.ctx); seeking != nil && r.yield != nil {
		return r.seek(seeking)
	}
	l, err := r.list(0)
	if err != nil {
		return false, err
	}
	defer l.End()
	if r.mode == modeList || asked {
		return l.goOn(0)
	}
	for _, attempt := range []func() (bool, error){
		func() (bool, error) { return l.goOn(r.limits.FirstDecisions) },
		func() (bool, error) { return r.merge(l) },
		func() (bool, error) { return l.goOn(r.limits.NextDecisions) },
		func() (bool, error) { return r.merge(nil) },
	} {
		if exhausted, err := attempt(); exhausted || err != nil || r.ctx.Err() != nil {
			return exhausted, err
		}
	}
	return false, nil
}

// memoryShare is the part of the memory budget that a state's layer may take while a list takes turns with a merging.
const memoryShare = 4

// merge counts without listing, and reports whether it finished; otherwise the total stays. If there are several sequences, it
// first runs each briefly and continues with the one that gets farthest. A list, unless nil, takes turns with it and gets as much
// work; if the list finishes, so does merge. So both together never take more than twice the work of the better one. With a list, merge
// gives up if it takes much memory.
func (r *run) merge(beside *listRun) (exhausted bool, err error) {
	if r.merger == nil {
		r.merger, err = stop.Leave(r.ctx, func() (*propagator, error) { return newPropagator(r.ctx, r.formula) }, nil)
		if err != nil {
			return false, err
		}
	}
	defer r.merger.undoTo(0)
	r.merger.levels = append(r.merger.levels, len(r.merger.trail))
	if !r.merger.consistent || slices.ContainsFunc(r.cube, func(l literal) bool { return !r.merger.imply(l) }) {
		return true, nil
	}
	sequences, err := r.sequences()
	if err != nil {
		return false, err
	}
	m := &merging{store: newStore(r.limits), listing: listing{propagator: r.merger, ctx: r.ctx, tell: r.tell}}
	if beside != nil {
		most := int(memory.Budget(r.ctx) / memoryShare / 8 / int64(r.limits.SlabWords))
		m.turn = func(slabs int) bool {
			for m.work > beside.Work-beside.workBefore && !exhausted && err == nil && r.ctx.Err() == nil {
				exhausted, err = beside.goOn(r.limits.FirstDecisions)
			}
			return !exhausted && err == nil && slabs <= most
		}
	}
	var best [][]literal
	farthest := -1
	for _, outputs := range sequences {
		reached, failed := r.mergeIn(m, outputs, r.limits.ProbeStates)
		if exhausted || err != nil || failed != nil || reached == len(outputs) {
			return exhausted || reached == len(outputs), cmp.Or(err, failed)
		}
		if reached > farthest {
			best, farthest = outputs, reached
		}
	}
	reached, failed := r.mergeIn(m, best, 0)
	return exhausted || reached == len(best), cmp.Or(err, failed)
}

// sequences returns the outputs in the orders to be tried.
func (r *run) sequences() ([][][]literal, error) {
	if r.sequence == sequenceGiven {
		return [][][]literal{r.outputs}, nil
	}
	ordered, err := stop.Leave(r.ctx, func() ([][]literal, error) { return byCuts(r.ctx, r.formula, r.outputs) }, nil)
	if r.sequence == sequenceCut {
		return [][][]literal{ordered}, err
	}
	return [][][]literal{r.outputs, ordered}, err
}

// mergeIn counts in an order of the outputs. It gives up if a cut has more than most states (0: no limit), and returns the
// number of cuts that it reached.
func (r *run) mergeIn(m *merging, outputs [][]literal, most int) (reached int, err error) {
	if m.cuts, err = newCuts(r.ctx, r.formula, outputs); err != nil {
		return 0, err
	}
	m.outputs, m.most, m.states, m.widest, m.meter = outputs, most, 0, 0, nil
	if most == 0 && r.show != nil {
		m.meter = &meter{show: r.show, cuts: len(outputs)}
	}
	kept := len(r.merger.levels)
	reached, err = m.count(&r.total)
	r.unlisted = err == nil && reached == len(outputs)
	r.merger.undoTo(kept)
	r.effort = engine.Effort{{Name: "residuals", Value: m.states}, {Name: "widest cut", Value: int64(m.widest)}}
	return reached, err
}
