package crosscheck

import (
	"strings"
	"testing"

	"qmsat/internal/job"
	"qmsat/model/engine"
)

// Every worker can do a job of the usual engines, whatever commands it allows. A job of an unknown family of models is refused.
func TestJobs(t *testing.T) {
	kind, err := job.Kinds.Lookup(Job)
	if err != nil {
		t.Fatal(err)
	}
	for family, says := range map[string]string{"": "", "thresholds": "", "no": "no"} {
		input, err := (&Config{Seed: 1, Models: 1, Family: family, Engines: Engines()}).JobInput()
		if err != nil {
			t.Fatal(err)
		}
		_, err = kind.Open(t.Context(), input, job.Options{})
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("family %q: error %v, expected %q", family, err, says)
		}
	}
}

// TestAgain holds that a fault of a worker is reported, also if it does not repeat.
func TestAgain(t *testing.T) {
	config := Config{Seed: 1, Models: 10, Engines: []*engine.Engine{lookup(t, "native")}}
	var reasons []string
	again := config.Again(t.Context(), func(f Found) bool {
		r, err := config.Report(t.Context(), f, t.TempDir(), func(words ...string) string { return strings.Join(words, " ") })
		if err != nil || r.Number != 3 || r.Shrunk != "" {
			t.Errorf("%+v, error %v", r, err)
		}
		reasons = append(reasons, f.Fault.Reason)
		return false
	})
	if err := again([]byte("3\n5\n")); err != nil || len(reasons) != 1 || !strings.Contains(reasons[0], "did not repeat here") {
		t.Errorf("%q, error %v, expected one fault that did not repeat", reasons, err)
	}
}
