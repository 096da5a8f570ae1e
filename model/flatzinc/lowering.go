package flatzinc

import (
	"cmp"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
)

// A form is a constraint on its way to the model.
type form interface {
	// scope lists the operands whose domains affect the form.
	scope() []operand
	// narrow removes values that the form shows to be impossible. If done, the returned forms replace this one.
	narrow(l *lowering) (instead []form, done bool)
	// emit adds constraints to the model.
	emit(l *lowering)
}

// entry is a form with its constraint.
type entry struct {
	form // nil if it is done
	position
	queued bool
}

// lowering turns a file into a model. Its constraints become forms, which narrow the domains to a fixpoint; then the remaining
// forms are written for the remaining variables.
type lowering struct {
	watch *stop.Watch
	*program
	variables []variable
	entries   []entry
	queue     []int
	steps     int // left for bounds
	// empty says that a domain is empty: there are no solutions.
	empty     bool
	out       Program
	taken     map[string]bool // names used in the model
	isOutput  map[model.Var]bool
	constants map[int]model.Var
	at        position // of the constraint being read or written
	err       error
}

func (l *lowering) failAt(at position, format string, args ...any) {
	if l.err == nil {
		l.err = l.from.errorAt(at, format, args...)
	}
}

// ended counts work, and reports whether to stop: after an error, or at the end of the context.
func (l *lowering) ended(work int) bool {
	if l.err == nil {
		l.err = l.watch.Over(work)
	}
	return l.err != nil
}

// add adds a form of the constraint at l.at.
func (l *lowering) add(f form) {
	e := len(l.entries)
	l.entries = append(l.entries, entry{f, l.at, true})
	l.queue = append(l.queue, e)
	scope := f.scope()
	l.ended(workPerItem * len(scope))
	for _, x := range scope {
		if x = l.find(x); x.variable != constant {
			v := &l.variables[x.variable]
			if k := len(v.watchers); k == 0 || v.watchers[k-1] != e {
				v.watchers = append(v.watchers, e)
			}
		}
	}
}

// propagate narrows the domains until nothing changes. If no steps are left, for example because domains shrink value by value,
// it goes on without bounds.
func (l *lowering) propagate() {
	for len(l.queue) > 0 && !l.empty && !l.ended(workPerItem) {
		e := l.queue[0]
		l.queue = l.queue[1:]
		entry := l.entries[e]
		l.entries[e].queued = false
		if entry.form == nil {
			continue
		}
		n := len(entry.scope())
		l.steps -= 1 + n
		l.ended(workPerItem * n)
		if t, is := entry.form.(*table); is {
			l.ended(t.size())
		}
		l.at = entry.position
		instead, done := entry.narrow(l)
		if done {
			l.entries[e].form = nil
		}
		for _, f := range instead {
			l.add(f)
		}
	}
}

func newLowering(watch *stop.Watch, p *program) *lowering {
	return &lowering{
		watch: watch, program: p, taken: map[string]bool{}, isOutput: map[model.Var]bool{},
		constants: map[int]model.Var{},
		variables: make([]variable, 0, len(p.declarations)), entries: make([]entry, 0, len(p.constraints)),
		out: Program{Model: &model.Model{}},
	}
}

// lower returns the program of a parsed file.
func lower(watch *stop.Watch, p *program) (*Program, error) {
	l := newLowering(watch, p)
	l.declare()
	for _, c := range p.constraints {
		if l.ended(workPerItem) {
			break
		}
		l.at = c.position
		l.constraint(c)
	}
	l.allow()
	l.propagate()
	if l.err == nil {
		l.uniteDivisions()
	}
	if l.err == nil {
		l.unshift()
		l.define()
		l.write()
	}
	return &l.out, l.finish()
}

// finish returns the first error, or why the model is not valid.
func (l *lowering) finish() error {
	if l.ended(0) {
		return l.err
	}
	if err := l.out.Model.Validate(); err != nil {
		return l.from.errorAt(l.solve.position, "the model: %v", err)
	}
	return nil
}

// allow sets the number of steps for bounds, by the size of the forms.
func (l *lowering) allow() {
	l.steps = 1 << 16
	for _, e := range l.entries {
		n := len(e.scope())
		if l.ended(workPerItem * n) {
			return
		}
		l.steps += 64 * n
		if t, is := e.form.(*table); is {
			l.steps += 8 * t.size()
		}
	}
}

// sorted lists the remaining entries in the order of the file.
func (l *lowering) sorted() []entry {
	list := slices.DeleteFunc(slices.Clone(l.entries), func(e entry) bool { return e.form == nil })
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.position, b.position) })
	return list
}
