package crosscheck

import (
	"context"
	"time"

	"qmsat/model/engine"
)

// Config says what is run.
type Config struct {
	Seed       uint64
	Models     uint64 // how many; 0: until the context ends
	Engines    []*engine.Engine
	BruteForce *engine.Engine // runs small models beside the others; nil: nothing does
	// Values returns the values that a setting may have; nil: all that the engine takes.
	Values   func(e *engine.Engine, s *engine.Setting) []string
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
	summary := newSummary()
	for number := uint64(0); (config.Models == 0 || number < config.Models) && ctx.Err() == nil; number++ {
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
