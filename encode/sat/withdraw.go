package sat

import (
	"context"
	"fmt"
	"runtime/debug"
	"unsafe"

	"github.com/awnumar/memcall"
)

// withdrawable is memory outside Go's heap that can be taken from whoever works on it. It is how a library that knows no
// interruption is stopped: the memory that it cannot do a step without is given to it from here, and when the context ends
// the operating system is told that nobody may read it. The library's next look at it is a fault, which
// [debug.SetPanicOnFault] makes a panic, in the goroutine that called the library. Nothing is written by two goroutines, so
// that there is no data race, and no goroutine stays behind.
type withdrawable struct {
	bytes []byte
}

// withdrawableSlice allocates a slice of n zeroes, of the element type of like. T must hold no pointers.
func withdrawableSlice[T any](like []T, n int) (*withdrawable, []T, error) {
	var element T
	bytes, err := memcall.Alloc(max(1, n*int(unsafe.Sizeof(element))))
	if err != nil {
		return nil, nil, fmt.Errorf("memory of its own: %w", err)
	}
	return &withdrawable{bytes}, unsafe.Slice((*T)(unsafe.Pointer(&bytes[0])), n), nil
}

// lend calls work, which works on the memory, and reports whether it came to its end; where ctx ends first it is left where
// it stands, and what it worked on is of no further use. A panic of its own is an error.
func (w *withdrawable) lend(ctx context.Context, work func()) (ended bool, err error) {
	withdrawn := make(chan error, 1)
	keep := context.AfterFunc(ctx, func() { withdrawn <- memcall.Protect(w.bytes, memcall.NoAccess()) })
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		failure := recover()
		switch {
		case !keep():
			ended, err = false, <-withdrawn
		case failure != nil:
			err = fmt.Errorf("panic: %v", failure)
		}
	}()
	work()
	return true, nil
}

// free gives the memory back; nobody works on it any more. Where that fails, it is lost.
func (w *withdrawable) free() { _ = memcall.Free(w.bytes) }
