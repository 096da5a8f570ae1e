package memory

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// takeMuch takes 512 MiB in blocks of one until a context ends, and then waits a minute for that: a watch may be late on a loaded
// machine.
func takeMuch(ctx context.Context) (blocks [][]byte) {
	for ctx.Err() == nil && len(blocks) < 512 {
		blocks = append(blocks, bytes.Repeat([]byte{1}, 1<<20))
	}
	select {
	case <-ctx.Done():
	case <-time.After(time.Minute):
	}
	return blocks
}

// TestBudgetEnds holds that a context ends soon after the process holds more than its budget, whoever took it.
func TestBudgetEnds(t *testing.T) {
	ctx, stop := WithBudget(context.Background(), newSample().held()+64<<20)
	defer stop()
	Growing(ctx, "the hoard")
	hoard := takeMuch(ctx)
	exceeded := new(ExceededError)
	if !errors.As(context.Cause(ctx), &exceeded) || exceeded.What != "the hoard" {
		t.Errorf("%d MiB taken, cause %v, expected the hoard to exceed the budget", len(hoard), context.Cause(ctx))
	}
	runtime.KeepAlive(hoard)
}

// TestGarbageFits holds that a task which lets go of what it takes stays within a budget that is smaller than the sum.
func TestGarbageFits(t *testing.T) {
	runtime.GC()
	ctx, stop := WithBudget(context.Background(), newSample().held()+128<<20)
	defer stop()
	var last []byte
	for range 1 << 9 {
		last = make([]byte, 1<<20)
		last[1<<10]++
	}
	if ctx.Err() != nil {
		t.Errorf("%v, though a mebibyte at a time is in use", context.Cause(ctx))
	}
	runtime.KeepAlive(last)
}

func TestAsk(t *testing.T) {
	if err := Ask(context.Background(), "anything", 1<<60); err != nil {
		t.Errorf("without a budget: %v", err)
	}
	for _, test := range []struct {
		bytes int64
		fits  bool
	}{{0, true}, {1 << 20, true}, {1 << 40, false}, {-1, false}} {
		ctx, stop := WithBudget(context.Background(), 1<<30)
		err := Ask(ctx, "a table", test.bytes)
		exceeded := new(ExceededError)
		if test.fits != (err == nil) || err != nil && (!errors.As(err, &exceeded) || context.Cause(ctx) != err || exceeded.What != "a table") {
			t.Errorf("%d bytes of 1 GiB: error %v, cause %v", test.bytes, err, context.Cause(ctx))
		}
		stop()
	}
}

// TestStop holds that a budget that was given up watches no more.
func TestStop(t *testing.T) {
	ctx, stop := WithBudget(context.Background(), 1<<40)
	inner, stopInner := WithBudget(ctx, 1<<41)
	if Budget(inner) != 1<<40 {
		t.Errorf("%d bytes within a budget of 1 TiB", Budget(inner))
	}
	stopInner()
	stopInner()
	if inner.Err() == nil || ctx.Err() != nil || len(of(ctx).within) != 0 {
		t.Errorf("inner context %v, outer %v", inner.Err(), ctx.Err())
	}
	stop()
	if ctx.Err() == nil {
		t.Error("the context goes on")
	}
}

// TestInnerEndsFirst holds that a task with a budget of its own ends alone, with what it took, and that the next one begins anew.
func TestInnerEndsFirst(t *testing.T) {
	runtime.GC()
	outer, stop := WithBudget(context.Background(), newSample().held()+64<<20)
	defer stop()
	for task := range 3 {
		ctx, stop := WithBudget(outer, Budget(outer))
		hoard := takeMuch(ctx)
		if len(hoard) < 16 || !errors.As(context.Cause(ctx), new(*ExceededError)) {
			t.Errorf("task %d took %d MiB, cause %v", task, len(hoard), context.Cause(ctx))
		}
		runtime.KeepAlive(hoard)
		hoard = nil
		stop()
	}
	if outer.Err() != nil {
		t.Errorf("the outer context ended: %v", context.Cause(outer))
	}
}

// TestFirstEndsFirst holds that of tasks side by side only the one that began first ends, if that lets go of enough.
func TestFirstEndsFirst(t *testing.T) {
	runtime.GC()
	outer, stop := WithBudget(context.Background(), newSample().held()+96<<20)
	defer stop()
	bytes := Budget(outer) - 16<<20
	first, stopFirst := WithBudget(outer, bytes)
	second, stopSecond := WithBudget(outer, bytes)
	defer stopSecond()
	hoard := takeMuch(first)
	runtime.KeepAlive(hoard)
	hoard = nil
	stopFirst()
	time.Sleep(2 * mostInterval)
	if Exceeded(first) == nil || second.Err() != nil || outer.Err() != nil {
		t.Errorf("first: %v, second: %v, outer: %v", context.Cause(first), context.Cause(second), context.Cause(outer))
	}
}

// TestCollectorStays holds that a budget leaves the bound of the garbage collector alone.
func TestCollectorStays(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	_, stop := WithBudget(context.Background(), 1<<30)
	defer stop()
	if now := debug.SetMemoryLimit(-1); now != before {
		t.Errorf("the collector's bound is %d, it was %d", now, before)
	}
}

func TestText(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 bytes", 1023: "1023 bytes", 512 << 20: "512 MiB", 3 << 29: "1.5 GiB", 1<<63 - 1: "8 EiB"} {
		if got := Text(bytes); got != want {
			t.Errorf("%d: %s, expected %s", bytes, got, want)
		}
	}
}

func TestDefault(t *testing.T) {
	if d := Default(); d < 1<<20 || d > most {
		t.Errorf("%d bytes, expected between a mebibyte and 8 GiB", d)
	}
}

func BenchmarkLook(b *testing.B) {
	s := newSample()
	for b.Loop() {
		s.exceeds(1 << 40)
	}
}

// TestEndedBudget holds that a budget's context ends with the one that it was made from.
func TestEndedBudget(t *testing.T) {
	outer, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	ctx, stop := WithBudget(outer, 1<<40)
	defer stop()
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		t.Errorf("cause %v, expected the deadline", context.Cause(ctx))
	}
}

// TestAppend holds that a slice grows as long as both of its arrays fit, that what does not fit ends the context before it is taken,
// and that garbage refuses nothing.
func TestAppend(t *testing.T) {
	runtime.GC()
	ctx, stop := WithBudget(context.Background(), newSample().held()+64<<20)
	defer stop()
	var grown []int64
	for i := range int64(1 << 24) { // 128 MiB
		if grown = Append(ctx, "the numbers", grown, i); ctx.Err() != nil {
			break
		}
	}
	exceeded := new(ExceededError)
	if !errors.As(context.Cause(ctx), &exceeded) || cap(grown)*8 > 64<<20 || len(grown)*8 < 8<<20 || grown[len(grown)-1] != int64(len(grown)-1) {
		t.Errorf("%d MiB taken, cause %v", cap(grown)*8>>20, context.Cause(ctx))
	}
	var before, after debug.GCStats
	debug.ReadGCStats(&before)
	for range 100 {
		grown = Append(ctx, "the numbers", grown[:cap(grown)], 0)
	}
	if debug.ReadGCStats(&after); after.NumGC > before.NumGC+10 {
		t.Errorf("%d collections for what the ended budget refuses", after.NumGC-before.NumGC)
	}
	grown = nil
	runtime.GC()
	ctx, stop = WithBudget(context.Background(), newSample().held()+64<<20)
	defer stop()
	garbage := make([]byte, 40<<20)
	garbage[1<<20]++
	if err := Ask(ctx, "a table", 40<<20); err != nil {
		t.Errorf("%v beside garbage", err)
	}
}

// What the process takes beside the heap counts: the program's own pages, but no more than half of a budget.
func TestRoom(t *testing.T) {
	const small, large = 1 << 10, 1 << 30
	if got := Room(small); got != small/2 && got != small {
		t.Errorf("room %d of %d", got, small)
	}
	if got := Room(large); got > large-1<<20 && runtime.GOOS == "linux" || got < large/2 {
		t.Errorf("room %d of %d, expected the program's pages to be taken off", got, large)
	}
	ctx, stop := WithBudget(t.Context(), large)
	defer stop()
	if err := Ask(ctx, "", large-newSample().held()-1<<19); err == nil && runtime.GOOS == "linux" {
		t.Error("a task gets what the program takes")
	}
}
