package modeltest

import (
	"time"

	"qmsat/internal/cputime"
)

// CPUTime returns the processor time of this process so far. A test that judges it cannot fail because others keep the machine
// busy.
func CPUTime() time.Duration { return cputime.Self() }
