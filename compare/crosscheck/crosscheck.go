package crosscheck

import (
	"context"
	"math"
	"time"

	"qmsat/model/engine"
)

// Config says what is run.
type Config struct {
	Seed       uint64
	Models     uint64 // how many; 0: until the context ends
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
	for number := from; number < to && ctx.Err() == nil; number++ {
		drawn := config.Draw(number)
		report, refused, fault := drawn.run(ctx, config.Timeout)
		if ctx.Err() != nil {
			break // the model is not finished, and a fault may be one of ending
		}
		summary.add(drawn, report, refused)
		if config.Progress != nil {
			config.Progress(*summary)
		}
		if fault != nil {
			if fault.Err != nil {
				summary.Claim.Crashes++
			} else {
				summary.Claim.Disagreements++
			}
			drawn.Contenders = fault.Contenders
			if !found(Found{number, drawn, fault}) {
				break
			}
		}
	}
	return summary
}
