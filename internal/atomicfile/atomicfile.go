// Package atomicfile replaces files as a whole: at any moment, even after kill -9, the name opens the old
// content or the new.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
)

// Write lets write fill a temporary file in the same folder, and renames it to the named file when it is safely on the disk. A
// replaced file keeps its mode; a new one gets the mode that the umask leaves. If anything fails, the named file stays unchanged,
// and the temporary file is removed. A symbolic link stays, and its target is replaced.
func Write(name string, write func(io.Writer) error) (err error) {
	asked := name
	mode, exists := fs.FileMode(0o666), false
	if info, err := os.Stat(name); err == nil {
		if err := Replaceable(asked, info); err != nil {
			return err
		}
		mode, exists = info.Mode().Perm(), true
	}
	name = target(name)
	temporary := fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64())
	defer func() {
		if at := new(fs.PathError); errors.As(err, &at) && at.Path == temporary {
			at.Path = asked
		}
	}()
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil && exists {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	// The new name is safe once its folder is; not every system can sync one.
	if folder, err := os.Open(filepath.Dir(name)); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
	return nil
}

// mostLinks is how many symbolic links may lead to a file, as in Linux.
const mostLinks = 40

// target returns where symbolic links lead from a name, also if there is nothing yet.
func target(name string) string {
	for range mostLinks {
		link, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(name), link)
		}
		name = link
	}
	return name
}

// Replaceable returns an error unless a file is regular: devices, pipes and folders are not replaced.
func Replaceable(name string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "write", Path: name, Err: errors.New("found a folder, pipe or device, expected a regular file")}
}

// Sweep removes temporary files that killed writers of the file have left. No other process may be writing the file. Files that
// cannot be removed stay.
func Sweep(name string) {
	left := regexp.MustCompile("^" + regexp.QuoteMeta(filepath.Base(name)) + `\.[0-9a-f]{16}\.tmp$`)
	entries, _ := os.ReadDir(filepath.Dir(name))
	for _, entry := range entries {
		if left.MatchString(entry.Name()) {
			_ = os.Remove(filepath.Join(filepath.Dir(name), entry.Name()))
		}
	}
}
