//go:build !unix

package modeltest

import "time"

var started = time.Now()

// CPUTime returns the time since the start, for want of the processor time.
func CPUTime() time.Duration { return time.Since(started) }
