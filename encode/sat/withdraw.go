package sat

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"
	"unsafe"
)

// withdrawable is memory outside Go's heap that can be taken from the code that works on it. It stops a library that has no
// way to interrupt it. The library gets memory from here that every step needs. When the context ends, the operating system
// makes that memory unreadable. The library's next access is a fault, which [debug.SetPanicOnFault] makes a panic in the
// goroutine that called the library. No two goroutines write the same memory, so there is no data race, and no goroutine
// stays behind.
//
// A child process would end as surely. But its start takes 12 ms of processor time, while gophersat needs 4 ms for a
// quasi-magic puzzle and 1 ms for one of 17 clues. And a program that imports this package may not be able to start itself as
// a solver.
type withdrawable struct {
	bytes []byte
}

// withdrawableSlice allocates a slice of n zeroes, of the element type of like. T must hold no pointers.
func withdrawableSlice[T any](like []T, n int) (*withdrawable, []T, error) {
	var element T
	bytes, err := allocate(max(1, n*int(unsafe.Sizeof(element))))
	if err != nil {
		return nil, nil, fmt.Errorf("allocating its memory: %w", err)
	}
	return &withdrawable{bytes}, unsafe.Slice((*T)(unsafe.Pointer(&bytes[0])), n), nil
}

// holds reports whether a slice is the one that lies in the memory: a library that appended to it works elsewhere now.
func (w *withdrawable) holds(slice reflect.Value) bool {
	size := slice.Cap() * int(slice.Type().Elem().Size())
	return slice.UnsafePointer() == unsafe.Pointer(&w.bytes[0]) && size <= len(w.bytes)
}

// lend calls work, which works on the memory, and reports whether it finished. If ctx ends first, work stops at once, and its
// data are of no further use. A panic of work itself, and so a fault elsewhere, is an error.
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
