package logic

import (
	"context"
	"iter"

	"qmsat/model"
)

// finder looks for the steps of a technique in a state. Its loops end if no further step is wanted, or ctx has ended.
type finder struct {
	*State
	technique *Technique
	ctx       context.Context
	yield     func(*Step) bool
	done      bool
}

// over reports whether the search must stop. It is cheap enough for inner loops.
func (f *finder) over() bool {
	f.done = f.done || f.ended(f.ctx)
	return f.done
}

// found yields a step, if it has an effect and is still wanted.
func (f *finder) found(step *Step) {
	if !f.done && step.effect() {
		f.foundSorted(step)
	}
}

// foundSorted does the same for a step that surely has an effect, and keeps the order of its eliminations.
func (f *finder) foundSorted(step *Step) {
	step.Technique = f.technique
	f.done = f.done || !f.yield(step)
}

// eachValue yields all values.
func (f *finder) eachValue() iter.Seq[int] {
	return func(visit func(int) bool) {
		for value := 0; value < len(f.numbers) && !f.over() && visit(value); value++ {
		}
	}
}

// eachOpen yields the cells without a value, and their candidates.
func (f *finder) eachOpen() iter.Seq2[model.Var, uint64] {
	return func(visit func(model.Var, uint64) bool) {
		for v, mask := range f.candidates {
			if mask != 0 && (f.over() || !visit(model.Var(v), mask)) {
				return
			}
		}
	}
}

// eachFull yields the full houses by index.
func (f *finder) eachFull() iter.Seq2[int, *House] {
	return func(visit func(int, *House) bool) {
		for i := range f.Houses {
			if h := &f.Houses[i]; h.Full && (f.over() || !visit(i, h)) {
				return
			}
		}
	}
}
