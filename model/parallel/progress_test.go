package parallel

import (
	"math"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// Progress comes every second, with the average rate of the run so far. The clock is the test's own (synctest).
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var began time.Time
		calls, share := 0, 0.0
		s := open(t, plain(100*time.Millisecond), numbers(2), Options{Workers: 2, Progress: func(p Progress) {
			calls++
			elapsed := time.Since(began)
			count, err := strconv.ParseFloat(p.Value, 64)
			if err != nil || p.Share < share || p.Share > 1 || calls > 1 && count == 0 || math.Abs(p.Rate*elapsed.Seconds()-count) > 1e-6 {
				t.Errorf("after %v: %+v", elapsed, p)
			}
			share = p.Share
		}})
		defer s.Close()
		began = time.Now()
		if result, err := s.Run(t.Context(), nil, 0, nil); err != nil || result.Count.Int64() != 100 {
			t.Fatalf("%+v, %v", result, err)
		}
		// A hundred solutions take two workers five seconds.
		if took := time.Since(began); calls < 4 || calls > 8 || took < 5*time.Second || took > 8*time.Second {
			t.Errorf("%d calls in %v", calls, took)
		}
	})
}
