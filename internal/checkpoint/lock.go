package checkpoint

import (
	"errors"
	"io/fs"
	"os"

	"github.com/gofrs/flock"
)

var errLocked = errors.New("another process is using it, expected one at a time")

// Lock is a file that this process has locked, until it releases it or ends.
type Lock struct{ *flock.Flock }

// Acquire creates and locks the file of that path. It does not wait.
func Acquire(path string) (*Lock, error) {
	for {
		l := &Lock{flock.New(path, flock.SetPermissions(0o666))}
		locked, err := l.TryLock()
		if err != nil {
			return nil, err
		}
		if !locked {
			return nil, errLocked
		}
		switch named, err := l.named(); {
		case named:
			return l, nil
		case err != nil:
			l.Release()
			return nil, err
		}
		_ = l.Unlock()
	}
}

// named reports whether the locked file still has its name: the process before may have removed it after it was opened here.
func (l *Lock) named() (bool, error) {
	held, err := l.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(l.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(held, named), err
}

// Release removes the file and gives the lock up. Not every system removes a file that is open; it is then left, unlocked.
func (l *Lock) Release() {
	_ = os.Remove(l.Path())
	_ = l.Unlock()
}
