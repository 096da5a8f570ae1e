package cputime

import (
	"os"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// Running returns the processor time of the commands of this process that are running, with their own children.
func Running() (used time.Duration) {
	self, err := process.NewProcess(int32(os.Getpid()))
	if err != nil {
		return 0
	}
	for _, child := range WithChildren([]*process.Process{self})[1:] {
		if times, err := child.Times(); err == nil {
			used += time.Duration((times.User + times.System) * float64(time.Second))
		}
	}
	return used
}

// WithChildren returns processes with all their descendants.
func WithChildren(members []*process.Process) []*process.Process {
	for _, member := range members {
		if children, err := member.Children(); err == nil {
			members = append(members[:len(members):len(members)], WithChildren(children)...)
		}
	}
	return members
}
