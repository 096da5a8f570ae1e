package sat

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"
	"unsafe"
)

// withdrawable is memory outside Go's heap that can be taken away from the code that uses it. It stops a library that cannot be
// interrupted. The library gets memory from here that it needs in every step. When the context ends, the operating system makes
// that memory unreadable. The library's next access is a fault, which [debug.SetPanicOnFault] makes a panic in the goroutine that
// called the library. No two goroutines write the same memory, so there is no data race, and no goroutine stays behind.
//
// A child process could be ended just as surely. But starting one takes 12 ms of processor time, while gophersat needs 4 ms for a
// quasi-magic puzzle and 1 ms for a puzzle of 17 clues. And a program that imports this package may not be able to start itself
// as a solver.
type withdrawable struct {
	bytes []byte
}

// withdrawableSlice allocates a slice of n zeroes with the element type of like. T must hold no pointers.
func withdrawableSlice[T any](like []T, n int) (*withdrawable, []T, error) {
	var element T
	bytes, err := allocate(max(1, n*int(unsafe.Sizeof(element))))
	if err != nil {
		return nil, nil, fmt.Errorf("allocating its memory: %w", err)
	}
	return &withdrawable{bytes}, unsafe.Slice((*T)(unsafe.Pointer(&bytes[0])), n), nil
}

// holds reports whether a slice is still in this memory. After an append, a library may work elsewhere.
func (w *withdrawable) holds(slice reflect.Value) bool {
	size := slice.Cap() * int(slice.Type().Elem().Size())
	return slice.UnsafePointer() == unsafe.Pointer(&w.bytes[0]) && size <= len(w.bytes)
}

// lend calls work, which uses the memory, and reports whether it finished. If ctx ends first, work stops at once, and its data
// are unusable. Any other panic of work, even a fault elsewhere, is an error. Where memory cannot be protected, work has to stop
// itself, and may panic to do so.
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
		if failure != nil && !(stopped && (w.faulted(failure) || !canProtect)) {
			err = fmt.Errorf("panic: %v", failure)
		}
	}()
	work()
	return true, nil
}

// faulted reports whether a panic came from this memory being unreadable.
func (w *withdrawable) faulted(failure any) bool {
	fault, ok := failure.(interface{ Addr() uintptr })
	return ok && fault.Addr()-uintptr(unsafe.Pointer(&w.bytes[0])) < uintptr(len(w.bytes))
}

// free gives the memory back. Nobody may use it any more. If that fails, the memory is lost.
func (w *withdrawable) free() { _ = release(w.bytes) }
