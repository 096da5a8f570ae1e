package code

import (
	"strings"
	"testing"

	"qmsat/internal/job"
)

// TestJobs holds that a worker refuses jobs that it cannot do.
func TestJobs(t *testing.T) {
	e := Erasures{Delta: 9, Words: []Word{{}}, Numbers: []int{1}, Decoders: []string{Singles}}
	negative, tooHigh, wrong := e, e, e
	negative.Delta, tooHigh.Delta, wrong.Words = -1, 10, []Word{{digits + 1}}
	for says, e := range map[string]Erasures{"": e, "Δ = -1": negative, "Δ = 10": tooHigh, "a value above 9": wrong} {
		if _, err := openJob(t.Context(), e, job.Options{}); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, expected %q", err, says)
		}
	}
}
