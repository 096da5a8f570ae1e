package crosscheck

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"qmsat/compare"
	"qmsat/internal/job"
	"qmsat/model/engine"
)

// Config defines a cross-check.
type Config struct {
	Seed       uint64           `json:"seed"`
	Models     uint64           `json:"models"`           // how many; 0: until the context ends
	Family     string           `json:"family,omitempty"` // of [sample.DrawFrom]; "": any
	Workers    int              `json:"-"`                // models that are run at once; below 1: one
	Engines    []*engine.Engine `json:"-"`
	BruteForce *engine.Engine   `json:"-"` // also runs small models; nil: none
	// Values restricts settings, by name, to some values, if an engine takes one of them. Other settings have any value.
	Values   map[string][]string `json:"values"`
	Limit    uint64              `json:"limit"`   // solutions per cube and contender; 0: drawn
	Timeout  time.Duration       `json:"timeout"` // per cube and contender; 0 for none
	Progress func(s Summary)     `json:"-"`       // called after each model; may be nil
}

// Found is a disagreement.
type Found struct {
	Number uint64 // of the model, from 0
	Case   *Case  // with the contenders that the fault names
	Fault  *Fault
}

// Run draws and runs models. It calls found with each fault, and ends if found returns false.
func Run(ctx context.Context, config Config, found func(Found) bool) *Summary {
	last := config.Models
	if last == 0 {
		last = math.MaxUint64
	}
	return config.run(ctx, 0, last, found)
}

// run draws and runs the models from one number to before another.
func (config *Config) run(ctx context.Context, from, to uint64, found func(Found) bool) *Summary {
	summary := newSummary()
	summary.Seed = config.Seed
	var adding, alone sync.Mutex // alone is for engines that allow only one open session
	_ = job.Each(ctx, max(1, config.Workers), int(min(to-from, math.MaxInt)), func(ctx context.Context) (func(int) error, func(), error) {
		return func(i int) error {
			number := from + uint64(i)
			drawn := config.Draw(number)
			concurrent := !slices.ContainsFunc(drawn.Contenders, func(c compare.Contender) bool { return !c.Engine.Abilities.Concurrent })
			if !concurrent {
				alone.Lock()
			}
			report, refused, fault := drawn.run(ctx, config.Timeout)
			if !concurrent {
				alone.Unlock()
			}
			adding.Lock()
			defer adding.Unlock()
			if ctx.Err() != nil { // the model is not finished, and a fault may be one of ending
				return context.Cause(ctx)
			}
			summary.add(drawn, report, refused)
			if config.Progress != nil {
				config.Progress(*summary)
			}
			if fault != nil && !config.fault(summary, number, drawn, fault, found) {
				return errEnough
			}
			return nil
		}, func() {}, nil
	}, nil) // the summary describes the work until the end
	return summary
}

// errEnough ends a run that found has ended.
var errEnough = errors.New("enough faults")

// fault records a fault, and returns the answer of found.
func (config *Config) fault(summary *Summary, number uint64, drawn *Case, fault *Fault, found func(Found) bool) bool {
	if fault.Err != nil {
		summary.Claim.Crashes++
	} else {
		summary.Claim.Disagreements++
	}
	drawn.Contenders = fault.Contenders
	return found(Found{number, drawn, fault})
}
