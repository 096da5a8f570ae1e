package memory

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/shirou/gopsutil/v4/mem"
)

const (
	// The time between two checks is how long a fast allocator, at this many bytes per millisecond, needs for the rest of the
	// budget, between these bounds. So a process far below its budget is rarely woken.
	leastInterval = 4 * time.Millisecond
	mostInterval  = 256 * time.Millisecond
	fastest       = 8 << 20
	// A budget gives those that end before it this long to release their memory.
	grace = time.Second
	// largeArray is the size in bytes from which on [Append] asks.
	largeArray = 1 << 22
	// most is the largest default budget.
	most = 8 << 30
)

// Default returns the default budget in bytes: half of the machine's free memory, at most 8 GiB.
func Default() int64 {
	if machine, err := mem.VirtualMemory(); err == nil {
		return int64(min(machine.Available/2, most))
	}
	return most
}

// ExceededError means that a task needs more memory than its budget.
type ExceededError struct {
	What   string // what grew, such as "the formula"; may be empty
	Need   int64  // size of a single allocation in bytes, or 0 if smaller ones used up the budget
	Budget int64  // bytes
}

// Error says what grew, and by how much if known.
func (e *ExceededError) Error() string {
	what := e.What
	if what == "" {
		what = "the search"
	}
	if e.Need > 0 {
		return fmt.Sprintf("%s: %s needed, the memory budget is %s", what, Text(e.Need), Text(e.Budget))
	}
	return fmt.Sprintf("%s: the memory budget of %s is used up", what, Text(e.Budget))
}

// Exceeded returns the [ExceededError] that ended a context, or nil.
func Exceeded(ctx context.Context) error {
	if exceeded := new(ExceededError); errors.As(context.Cause(ctx), &exceeded) {
		return exceeded
	}
	return nil
}

// Text writes a number of bytes in the largest unit that does not exceed it, such as "512 MiB".
func Text(bytes int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	value, unit := float64(bytes), 0
	for value >= 1024 && unit < len(units)-1 {
		value /= 1024
		unit++
	}
	return fmt.Sprintf("%.4g %s", value, units[unit])
}

// budget is the budget of a context.
type budget struct {
	bytes   int64
	room    atomic.Int64 // of bytes, see [budget.look]
	growing atomic.Pointer[string]
	cancel  context.CancelCauseFunc // nil if the context outlasts its tasks
	outer   *budget                 // the parent context's budget, or nil
	mutex   sync.Mutex
	within  []*budget // those of contexts made from this one until they are given up, in the order of their making
}

// look returns the room of the budget for a process that holds some bytes. The pages of the program are read only where they may
// matter.
func (b *budget) look(held int64) int64 {
	if held > b.bytes/2 {
		b.room.Store(Room(b.bytes))
	}
	return b.room.Load()
}

// before reports whether others end before this budget: those within it, and no larger ones that its outer budget had before it.
func (b *budget) before() bool {
	b.mutex.Lock()
	inner := len(b.within) > 0
	b.mutex.Unlock()
	if inner || b.outer == nil {
		return inner
	}
	b.outer.mutex.Lock()
	defer b.outer.mutex.Unlock()
	first := slices.IndexFunc(b.outer.within, func(inner *budget) bool { return inner.bytes <= b.bytes })
	return b.outer.within[first] != b
}

type key struct{}

func of(ctx context.Context) *budget {
	b, _ := ctx.Value(key{}).(*budget)
	return b
}

// Budget returns the budget of a context in bytes, or the default if it has none.
func Budget(ctx context.Context) int64 {
	if b := of(ctx); b != nil {
		return b.bytes
	}
	return Default()
}

// Shared returns a context with a budget for the tasks of a program that outlasts them, such as a server. Each task takes it by
// [WithBudget]. The context itself never ends by it: a task may take long to release what it took, and the program lives on.
func Shared(ctx context.Context, bytes int64) context.Context {
	b := &budget{bytes: bytes}
	b.room.Store(Room(bytes))
	return context.WithValue(ctx, key{}, b)
}

// WithBudget returns a context that ends, with an [ExceededError] as its cause, when the process holds more bytes
// than that, or more than the budget of ctx. stop gives up the watch; it must be called once the task has let go of what it
// took. Of budgets within each other the inner one ends first, and of several within one the one that was made first: the task that
// runs for longest is the likeliest to hold much. The others go on if its end suffices.
func WithBudget(ctx context.Context, bytes int64) (watched context.Context, stop context.CancelFunc) {
	b := &budget{bytes: bytes, outer: of(ctx)}
	if b.outer != nil {
		b.bytes = min(bytes, b.outer.bytes)
		b.outer.mutex.Lock()
		b.outer.within = append(b.outer.within, b)
		b.outer.mutex.Unlock()
	}
	b.room.Store(b.bytes / 2) // the least; see look
	ctx, b.cancel = context.WithCancelCause(ctx)
	done := make(chan struct{})
	go b.watch(ctx, done)
	var once sync.Once
	return context.WithValue(ctx, key{}, b), func() {
		once.Do(func() {
			b.cancel(context.Canceled)
			<-done
			if b.outer == nil {
				return
			}
			if Exceeded(ctx) != nil {
				runtime.GC() // the next task does not pay for this one's garbage
			}
			b.outer.mutex.Lock()
			defer b.outer.mutex.Unlock()
			b.outer.within = slices.DeleteFunc(b.outer.within, func(inner *budget) bool { return inner == b })
		})
	}
}

// watch looks at the process until the context ends.
func (b *budget) watch(ctx context.Context, done chan<- struct{}) {
	defer close(done)
	sample := newSample()
	timer := time.NewTimer(sample.pause(b.room.Load()))
	defer timer.Stop()
	var since time.Time // when the budget was seen to be exceeded, with others before it
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		switch {
		case !sample.exceeds(b.look(sample.held())):
			since = time.Time{}
		case !b.before() || !since.IsZero() && time.Since(since) > grace:
			b.exceed("", 0)
			return
		case since.IsZero():
			since = time.Now()
		}
		timer.Reset(sample.pause(b.room.Load()))
	}
}

func (b *budget) exceed(what string, need int64) error {
	if growing := b.growing.Load(); what == "" && growing != nil {
		what = *growing
	}
	err := &ExceededError{What: what, Need: need, Budget: b.bytes}
	if b.cancel != nil {
		b.cancel(err)
	}
	return err
}

// Ask reports, as an [ExceededError] that also ends the context, that an allocation of some bytes does not fit beside
// what the process holds. Without a budget all fits. A negative number stands for one that is too large to be counted.
func Ask(ctx context.Context, what string, bytes int64) error {
	b := of(ctx)
	if b == nil {
		return nil
	}
	if bytes < 0 {
		bytes = 1<<63 - 1
	}
	held := newSample().held()
	room := b.look(held + min(bytes, b.bytes))
	if bytes <= room && bytes > room-held && ctx.Err() == nil {
		runtime.GC() // garbage refuses nothing, until the context ends: who asks on is soon told
		held = newSample().held()
	}
	switch {
	case bytes <= room-held:
		return nil
	case bytes <= room && held > room:
		return b.exceed(what, 0) // by what is held already
	}
	return b.exceed(what, bytes)
}

// Append appends to a slice that [Grow] gives room. If that fails, the context has ended, and it appends nothing.
func Append[T any](ctx context.Context, what string, s []T, more ...T) []T {
	if s = Grow(ctx, what, s, len(more)); len(s)+len(more) > cap(s) {
		return s
	}
	return append(s, more...)
}

// Grow returns a slice with room for more elements. If that moves many to a larger array, it asks for the array first: the old one is
// held until they are copied. They are copied in parts with pauses, since the collector waits for a copy, and all wait for the
// collector. If it fails, the context has ended, and the slice is as before.
func Grow[T any](ctx context.Context, what string, s []T, more int) []T {
	size := int(unsafe.Sizeof(*new(T)))
	if len(s)+more <= cap(s) || len(s)*size <= largeArray {
		return slices.Grow(s, more)
	}
	room := max(len(s)/4*5, len(s)+more)
	if ctx != nil && Ask(ctx, what, int64(room)*int64(size)) != nil {
		return s
	}
	grown := make([]T, 0, room)
	for part := range slices.Chunk(s, largeArray/size) {
		grown = append(grown, part...)
		runtime.Gosched()
	}
	return grown
}

// Growing names the cause of the growth from now on, such as "the formula of a table on r1c1 … r3c3".
func Growing(ctx context.Context, what string) {
	if b := of(ctx); b != nil {
		b.growing.Store(&what)
	}
}

// sample reads how much memory the process holds.
type sample []metrics.Sample

func newSample() sample {
	return sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/gc/gomemlimit:bytes"},
	}
}

// Room returns how much of a budget, in bytes, is left for what the process takes itself: the pages of its program and of other files
// that are in memory count, where the system tells them, up to half of the budget.
func Room(bytes int64) int64 {
	ofFiles := int64(0) // pages
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if words := strings.Fields(string(text)); len(words) > 2 {
			ofFiles, _ = strconv.ParseInt(words[2], 10, 64)
		}
	}
	return max(bytes-ofFiles*int64(os.Getpagesize()), bytes/2)
}

// held returns the bytes in use, without free and returned memory.
func (s sample) held() int64 {
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64() - s[3].Value.Uint64())
}

// Alive returns the bytes of the heap that the last cycle of the collector found in use.
func Alive() int64 {
	s := sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// exceeds reports that the process holds more bytes than allowed, garbage included, although the collector did what it
// could. Where nine tenths of them are alive, it would be busy with nothing else. A collector whose own bound is larger is
// called first.
func (s sample) exceeds(bytes int64) bool {
	alive := func() bool { return int64(s[2].Value.Uint64()) > bytes/10*9 }
	if s.held() <= bytes || alive() {
		return alive()
	}
	if int64(s[4].Value.Uint64()) > bytes {
		runtime.GC()
		return s.held() > bytes || alive()
	}
	return true
}

// pause returns the time until the process may hold some number of bytes.
func (s sample) pause(bytes int64) time.Duration {
	left := max(0, bytes/10*9-s.held())
	return min(max(time.Duration(left/fastest)*time.Millisecond, leastInterval), mostInterval)
}
