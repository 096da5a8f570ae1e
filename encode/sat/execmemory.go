package sat

import (
	"time"

	ps "github.com/shirou/gopsutil/v4/process"
)

// The times between two looks at the memory of a command's processes, and between two looks for its children, which take longer.
const (
	memoryInterval   = 10 * time.Millisecond
	childrenInterval = 100 * time.Millisecond
)

// family is a command's process and what it started.
type family struct {
	members []*ps.Process // found last; the first is the command's
	found   time.Time
}

// resident returns the bytes that the processes hold in memory. One that is gone, or about which the system says nothing,
// holds none.
func (f *family) resident() int64 {
	if len(f.members) > 0 && time.Since(f.found) >= childrenInterval {
		f.members = withChildren(f.members[:1])
		f.found = time.Now()
	}
	total := int64(0)
	for _, member := range f.members {
		if memory, err := member.MemoryInfo(); err == nil {
			total += int64(memory.RSS)
		}
	}
	return total
}

// withChildren returns processes with all that they started.
func withChildren(members []*ps.Process) []*ps.Process {
	for _, member := range members {
		if children, err := member.Children(); err == nil {
			members = append(members[:len(members):len(members)], withChildren(children)...)
		}
	}
	return members
}

// familyOf returns the family of a process that was just started.
func familyOf(pid int) *family {
	f := &family{found: time.Now()}
	if parent, err := ps.NewProcess(int32(pid)); err == nil {
		f.members = []*ps.Process{parent}
	}
	return f
}
