package compare

import (
	"runtime"
	"testing"
)

// TestRaceDelay: where both engines share one processor, the second one waits longer.
func TestRaceDelay(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, limit := range []uint64{0, 2} {
		runtime.GOMAXPROCS(2)
		several := RaceDelay(limit)
		runtime.GOMAXPROCS(1)
		if alone := RaceDelay(limit); alone <= 10*several || several <= 0 {
			t.Errorf("limit %d: %v on one processor, %v on two", limit, alone, several)
		}
	}
}
