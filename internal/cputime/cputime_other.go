//go:build !unix

package cputime

import "time"

var started = time.Now()

// Self returns the time since the start, for want of the processor time.
func Self() time.Duration { return time.Since(started) }

// Children returns the same.
func Children() time.Duration { return Self() }
