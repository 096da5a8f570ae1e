package sat

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"
	"unsafe"
)

// withdrawable is memory outside Go's heap that can be taken from whoever works on it. It is how a library that knows no
// interruption is stopped: the memory that it cannot do a step without is given to it from here, and when the context ends
// the operating system is told that nobody may read it. The library's next look at it is a fault, which
// [debug.SetPanicOnFault] makes a panic, in the goroutine that called the library. Nothing is written by two goroutines, so
// that there is no data race, and no goroutine stays behind.
//
// A child process would end as surely. But the start of one takes 12 ms of processor time, and gophersat needs 4 ms for a
// quasi-magic puzzle and 1 ms for one of 17 clues, and a program that imports this package need not be one that can be
// started as a solver.
type withdrawable struct {
	bytes []byte
}

// withdrawableSlice allocates a slice of n zeroes, of the element type of like. T must hold no pointers.
func withdrawableSlice[T any](like []T, n int) (*withdrawable, []T, error) {
	var element T
	bytes, err := allocate(max(1, n*int(unsafe.Sizeof(element))))
	if err != nil {
		return nil, nil, fmt.Errorf("memory of its own: %w", err)
	}
	return &withdrawable{bytes}, unsafe.Slice((*T)(unsafe.Pointer(&bytes[0])), n), nil
}

// holds reports whether a slice is the one that lies in the memory: a library that appended to it works elsewhere now.
func (w *withdrawable) holds(slice reflect.Value) bool {
	size := slice.Cap() * int(slice.Type().Elem().Size())
	return slice.UnsafePointer() == unsafe.Pointer(&w.bytes[0]) && size <= len(w.bytes)
}

// lend calls work, which works on the memory, and reports whether it came to its end; if ctx ends first it is left as it
// stands, and what it worked on is of no further use. A panic of its own, and so a fault elsewhere, is an error.
func (w *withdrawable) lend(ctx context.Context, work func()) (ended bool, err error) {
	withdrawn := make(chan error, 1)
	keep := context.AfterFunc(ctx, func() { withdrawn <- protect(w.bytes) })
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		failure := recover()
		stopped := !keep()
		if stopped {
			ended, err = false, <-withdrawn
		}
		if failure != nil && !(stopped && w.faulted(failure)) {
			err = fmt.Errorf("panic: %v", failure)
		}
	}()
	work()
	return true, nil
}

// faulted reports whether a panic is that the memory could not be read.
func (w *withdrawable) faulted(failure any) bool {
	fault, ok := failure.(interface{ Addr() uintptr })
	return ok && fault.Addr()-uintptr(unsafe.Pointer(&w.bytes[0])) < uintptr(len(w.bytes))
}

// free gives the memory back; nobody works on it any more. If that fails, it is lost.
func (w *withdrawable) free() { _ = release(w.bytes) }
