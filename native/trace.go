package native

import (
	"fmt"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/space"
)

// textOfSource names a source. A constraint of a clue has the clue's kind.
func textOfSource(s space.Source, m *model.Model, clues map[model.Constraint]model.Sourced) (text string) {
	c := s.Constraint
	switch clue, of := clues[c]; {
	case c == nil:
		return s.About
	case of:
		last := clue.Constraints[len(clue.Constraints)-1].Scope()
		text = fmt.Sprintf("%s on %s … %s", clue.Kind(), m.NameOf(clue.Constraints[0].Scope()[0]), m.NameOf(last[len(last)-1]))
	case c.Label() != "":
		text = c.Label()
	default:
		text = model.Describe(m, c)
	}
	if s.More > 0 {
		text += fmt.Sprintf(" and %d more together", s.More)
	}
	if s.About != "" {
		text = s.About + ": " + text
	}
	return text
}

// tracer tells what a session does. A nil tracer tells nothing.
type tracer struct {
	session *session
	see     func(engine.TraceStep)
	depth   int
	told    []uint64 // the current state, as far as it was told
}

// Trace implements [engine.Tracer]. It puts an observer around each propagator, so that other sessions do not pay for it. Variables
// kept as bounds have no steps that prune.
func (s *session) Trace(see func(engine.TraceStep)) {
	s.trace = &tracer{session: s, see: see, told: make([]uint64, s.space.Words())}
	copy(s.trace.told, s.root)
	clues := map[model.Constraint]model.Sourced{}
	for _, clue := range s.model.ByOrigin() {
		for _, c := range clue.Constraints {
			clues[c] = clue
		}
	}
	for i, p := range s.space.Propagators {
		s.space.Propagators[i] = &observed{p, s.trace, textOfSource(s.space.Sources[i], s.model, clues)}
	}
}

// observed is a propagator whose effects are told.
type observed struct {
	space.Propagator
	tracer *tracer
	by     string
}

// Propagate tells of its effects, unless they are on a state that is only tried.
func (o *observed) Propagate(s *space.Space) bool {
	possible := o.Propagator.Propagate(s)
	if o.tracer.session.trying {
		return possible
	}
	o.tracer.changed(o.by)
	if !possible && !s.Stopped {
		o.tracer.tell(engine.TraceFail, 0, 0, o.by)
	}
	return possible
}

func (t *tracer) tell(kind string, v model.Var, value int, by string) {
	t.see(engine.TraceStep{Type: kind, Depth: t.depth, Var: v, Value: value, By: by})
}

// changed tells in what the state differs from what was told.
func (t *tracer) changed(by string) {
	if t == nil {
		return
	}
	s := t.session.space
	for v := range model.Var(len(s.Numberings)) {
		from, to := s.Offsets[v], s.Offsets[v+1]
		before, now := t.told[from:to], s.State[from:to]
		n, same := &s.Numberings[v], true
		for i := range now {
			same = same && before[i] == now[i]
		}
		switch {
		case same:
		case s.Size(v) == 1:
			t.tell(engine.TraceFix, v, n.Value(s.Lowest(v)), by)
		case !s.IsWide(v):
			for i := range n.Size {
				if before[i/64]&^now[i/64]>>(i%64)&1 != 0 {
					t.tell(engine.TracePrune, v, n.Value(i), by)
				}
			}
		}
		copy(before, now)
	}
}

// deeper is the depth of a node below the one before.
const deeper = -1

// node tells of a node's decision, which is in the current state: some values are tried, or removed since they were. It reports
// true.
func (t *tracer) node(depth int, v model.Var, from, to int, refuted bool) bool {
	if t != nil {
		t.tellNode(depth, v, from, to, refuted)
	}
	return true
}

func (t *tracer) tellNode(depth int, v model.Var, from, to int, refuted bool) {
	if t.depth++; depth != deeper {
		t.depth = depth
	}
	copy(t.told, t.session.space.State)
	n := &t.session.space.Numberings[v]
	switch {
	case refuted:
		t.tell(engine.TracePrune, v, n.Value(from), engine.TraceRefuted)
	case from == to:
		t.tell(engine.TraceDecide, v, n.Value(from), "")
	default:
		t.tell(engine.TraceDecide, v, n.Value(from), fmt.Sprintf("%d..%d", n.Value(from), n.Value(to)))
	}
}

// at says at which depth the search goes on.
func (t *tracer) at(depth int) {
	if t != nil {
		t.depth = depth
	}
}

// begin tells of the givens, which are in the current state.
func (t *tracer) begin(possible bool) bool {
	if t != nil {
		t.depth = 0
		copy(t.told, t.session.root)
		if t.changed("givens"); !possible {
			t.tell(engine.TraceFail, 0, 0, "givens")
		}
	}
	return possible
}

// event tells of a solution or a restart.
func (t *tracer) event(kind string) {
	if t == nil {
		return
	}
	if kind == engine.TraceRestart {
		t.depth = 0
		copy(t.told, t.session.space.State)
	}
	t.tell(kind, 0, 0, "")
}

// Trace implements [engine.Tracer]. A session that is traced has no first stage.
func (s *stagedSession) Trace(see func(engine.TraceStep)) { s.tracing, s.quick = see, nil }
