package engine

import (
	"context"
	"sync/atomic"
)

// Meter passes on the effort of a run while the run goes on. An engine that can tell its effort early looks at the meter of its
// context where it looks whether the context has ended. That is one atomic load, unless somebody has asked.
type Meter struct {
	asked atomic.Bool
	told  atomic.Pointer[Effort]
}

// meterKey is the key of a context's meter.
type meterKey struct{}

// WithMeter returns a context for one run, which tells its effort to the meter if its engine can.
func WithMeter(ctx context.Context, m *Meter) context.Context {
	return context.WithValue(ctx, meterKey{}, m)
}

// MeterOf returns the meter of a context, or nil.
func MeterOf(ctx context.Context) *Meter {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	return m
}

// Effort returns what the run told last, and asks it to tell again. It returns nil if the run has told nothing yet.
func (m *Meter) Effort() Effort {
	told := m.told.Load()
	m.asked.Store(true)
	if told == nil {
		return nil
	}
	return *told
}

// Tell passes on the effort so far if somebody has asked. It keeps the effort. A nil meter is never asked.
func (m *Meter) Tell(effort func() Effort) {
	if m == nil || !m.asked.Load() {
		return
	}
	m.asked.Store(false)
	told := effort()
	m.told.Store(&told)
}
