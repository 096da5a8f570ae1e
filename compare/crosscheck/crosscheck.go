package crosscheck

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"qmsat/compare"
	"qmsat/model/engine"
)

// Config says what is run.
type Config struct {
	Seed       uint64
	Models     uint64 // how many; 0: until the context ends
	Family     string // of [sample.DrawFrom]; "": any
	Workers    int    // models that are run at once; below 1: one
	Engines    []*engine.Engine
	BruteForce *engine.Engine // runs small models beside the others; nil: nothing does
	// Values are those that settings, by name, may have, where an engine takes one of them; any that it takes elsewhere.
	Values   map[string][]string
	Limit    uint64          // solutions per cube and contender; 0: drawn
	Timeout  time.Duration   // per cube and contender; 0 for none
	Progress func(s Summary) // called after each model; may be nil
}

// Found is a disagreement.
type Found struct {
	Number uint64 // of the model, from 0
	Case   *Case  // with the contenders that the fault names
	Fault  *Fault
}

// Run draws and runs models. Each that is at fault is handed to found, and the run ends where that returns false.
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
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var next atomic.Uint64
	next.Store(from)
	var adding, alone sync.Mutex // alone is for engines of which one session at a time may be open
	work := func() {
		for number := next.Add(1) - 1; number < to && ctx.Err() == nil; number = next.Add(1) - 1 {
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
			if ctx.Err() == nil { // otherwise the model is not finished, and a fault may be one of ending
				summary.add(drawn, report, refused)
				if config.Progress != nil {
					config.Progress(*summary)
				}
				if fault != nil && !config.fault(summary, number, drawn, fault, found) {
					stop()
				}
			}
			adding.Unlock()
		}
	}
	var workers sync.WaitGroup
	for range max(1, config.Workers) {
		workers.Go(work)
	}
	workers.Wait()
	return summary
}

// fault enters a fault, and returns what found says.
func (config *Config) fault(summary *Summary, number uint64, drawn *Case, fault *Fault, found func(Found) bool) bool {
	if fault.Err != nil {
		summary.Claim.Crashes++
	} else {
		summary.Claim.Disagreements++
	}
	drawn.Contenders = fault.Contenders
	return found(Found{number, drawn, fault})
}
