//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Self returns the processor time of this process so far, all threads together.
func Self() time.Duration { return of(syscall.RUSAGE_SELF) }

// Children returns the processor time of all commands that have ended and were waited for, with their own children.
func Children() time.Duration { return of(syscall.RUSAGE_CHILDREN) }

func of(who int) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(who, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
