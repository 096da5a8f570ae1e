package main

import (
	"testing"
	"time"

	"github.com/spf13/pflag"
)

// A run on a random model has a timeout, unless it is said that it has none.
func TestRandomTimeout(t *testing.T) {
	for timeout, want := range map[string]time.Duration{"": 10 * time.Second, "--timeout=0": 0, "--timeout=1m": time.Minute} {
		flags := pflag.NewFlagSet("compare", pflag.ContinueOnError)
		ef, rf := addEngineFlags(flags, "native", measuredFormats...), addRandomFlags(flags, new("0"))
		if err := flags.Parse([]string{"--random=1", timeout}); err != nil {
			t.Fatal(err)
		}
		if config, err := rf.config(ef, 1); err != nil || config.Timeout != want {
			t.Errorf("%q: %v, error %v, expected %v", timeout, config.Timeout, err, want)
		}
	}
}
