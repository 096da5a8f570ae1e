package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model/engine"
)

// A run tells its effort once each time that somebody asks.
func TestMeter(t *testing.T) {
	var meter engine.Meter
	run, calls := engine.MeterOf(engine.WithMeter(t.Context(), &meter)), 0
	tell := func() {
		run.Tell(func() engine.Effort {
			calls++
			return engine.Effort{{"nodes", int64(calls)}}
		})
	}
	tell()
	if got := meter.Effort(); got != nil || calls != 0 {
		t.Errorf("%v after %d calls, expected none before somebody asks", got, calls)
	}
	for n := range int64(2) {
		tell()
		tell()
		if diff := cmp.Diff(engine.Effort{{"nodes", n + 1}}, meter.Effort()); diff != "" {
			t.Error(diff)
		}
	}
	engine.MeterOf(t.Context()).Tell(func() engine.Effort {
		t.Error("a context without a meter was asked")
		return nil
	})
}
