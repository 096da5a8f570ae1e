//go:build unix

package modeltest

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time of this process so far. A test that judges it cannot fail because others keep the machine
// busy.
func CPUTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
