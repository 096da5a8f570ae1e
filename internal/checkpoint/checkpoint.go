// Package checkpoint reads and writes checkpoints: files in which long counts keep their finished work.
//
// A file is text: header lines, which identify the work; body lines, which the owner of the work writes and reads;
// and a last line with the SHA-256 of all the others. It is always replaced as a whole, so that a crash at any moment, kill -9
// included, leaves either the old content or the new. While it is open a lock keeps other processes away. The lock is the file
// FILE.lock; it is removed at the end, and ignored if its process was killed.
//
//	type          meaning
//	Header        the work that a file belongs to
//	File          a file, opened and locked
//	Lock          the lock of any file that one process at a time may change
//	RefusedError  why a checkpoint cannot be resumed
package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"qmsat/internal/atomicfile"
	"qmsat/internal/memory"
	"qmsat/internal/stop"
)

// The interval between two writes is a twentieth of the time since the file was opened, between these bounds, and at least
// writingShare times the duration of the last write. So a run that is killed early has kept something, and no run is busy with
// writing.
const (
	saveLeast    = 100 * time.Millisecond
	saveMost     = time.Second
	writingShare = 4
)

// RefusedError says why a checkpoint cannot be resumed.
type RefusedError struct {
	Path string
	Err  error
}

// Error returns the file's name and the reason.
func (e *RefusedError) Error() string { return fmt.Sprintf("checkpoint %s: %v", e.Path, e.Err) }

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Err }

// File is a checkpoint that only this process uses. A nil File keeps nothing. It is used by one goroutine
// at a time.
type File struct {
	path   string
	header Header
	lock   *Lock
	opened time.Time
	next   time.Time // the earliest time of the next write
}

// Open locks the file of that path and returns it with its body, which is nil if there is no file yet. A file that another
// process has open, or of another header, or with a checksum that does not match, is a [RefusedError]. Reading ends with ctx.
func Open(ctx context.Context, path string, header Header) (*File, []string, error) {
	held, err := Acquire(path + ".lock")
	if errors.Is(err, errLocked) {
		return nil, nil, &RefusedError{path, err}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("checkpoint: %w", err)
	}
	atomicfile.Sweep(path)
	body, err := read(ctx, path, header)
	if err != nil {
		held.Release()
		return nil, nil, err
	}
	return &File{path: path, header: header, lock: held, opened: time.Now()}, body, nil
}

// shareOfRecords is how many times the bytes of a file its text and its records take at least.
const shareOfRecords = 2

func read(ctx context.Context, path string, header Header) (body []string, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = atomicfile.Replaceable(path, info)
	}
	if err != nil {
		return nil, &RefusedError{path, err}
	}
	file, err := os.Open(path)
	if err == nil {
		defer file.Close()
		body, err = header.read(ctx, file)
	}
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	} else if err != nil {
		return nil, &RefusedError{path, err}
	}
	return body, nil
}

// read reads a file whole, if that fits.
func (h Header) read(ctx context.Context, file *os.File) ([]string, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if err := memory.Ask(ctx, "the checkpoint "+file.Name(), shareOfRecords*info.Size()); err != nil {
		return nil, err
	}
	var text strings.Builder
	text.Grow(int(info.Size()))
	if _, err := io.Copy(&text, stop.Reader(ctx, file)); err != nil {
		return nil, err
	}
	return h.parse(text.String())
}

// Refuse returns the [RefusedError] of a body that makes no sense, for a line of that index, or behind the last one.
func (f *File) Refuse(index int, err error) error {
	return &RefusedError{f.path, fmt.Errorf("line %d: %w", len(f.header.lines())+index+1, err)}
}

// Save replaces the file, unless that was done a moment ago: then it reports false, and is to be called again. The first
// call always writes.
func (f *File) Save(body func() []string) (saved bool, err error) {
	if f == nil {
		return true, nil
	}
	if time.Now().Before(f.next) {
		return false, nil
	}
	return true, f.Write(body())
}

// Write replaces the file. No line contains a newline.
func (f *File) Write(body []string) error {
	if f == nil {
		return nil
	}
	began := time.Now()
	err := atomicfile.Write(f.path, func(w io.Writer) error {
		_, err := io.WriteString(w, f.header.content(body))
		return err
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	pause := min(max(time.Since(f.opened)/20, saveLeast), saveMost)
	f.next = time.Now().Add(max(pause, writingShare*time.Since(began)))
	return nil
}

// Close gives the lock up.
func (f *File) Close() {
	if f != nil {
		f.lock.Release()
	}
}
