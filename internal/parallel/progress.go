package parallel

import (
	"math/big"
	"time"

	"qmsat/internal/job"
)

// Progress says how far a run has come.
type Progress struct {
	job.Progress
	Rate float64 // solutions per second since this run began
}

// showEvery is the time between two calls of Options.Progress.
const showEvery = time.Second

// show passes progress to the caller.
func (r *run) show() {
	r.shown = time.Now()
	if r.options.Progress != nil {
		since, _ := new(big.Float).SetInt(new(big.Int).Sub(r.found(), r.before)).Float64()
		r.options.Progress(Progress{r.tree.Progress(), since / time.Since(r.began).Seconds()})
	}
}
