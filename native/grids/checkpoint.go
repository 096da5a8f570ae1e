package grids

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// checkpointVersion changes when the form of the file, or the division of a count into units, does.
const checkpointVersion = 1

// checkpointHeader says which count a checkpoint belongs to.
type checkpointHeader struct {
	bound bound
	what  What
	units int
}

// String is the beginning of a checkpoint, a line for each field.
func (h checkpointHeader) String() string {
	return fmt.Sprintf("qmsat grids checkpoint\nversion %d\ndelta %d\nwhat %s\nunits %d\n", checkpointVersion, h.bound, h.what, h.units)
}

// checkpoint holds the results of finished units. Its file is text: the header, a line "unit result" for each, and the
// SHA-256 of all that.
type checkpoint struct {
	path   string // empty: it is not kept
	header checkpointHeader
	done   map[int]uint128
}

// openCheckpoint reads a checkpoint; a file that does not exist is one without results.
func openCheckpoint(path string, header checkpointHeader) (*checkpoint, error) {
	c := &checkpoint{path, header, map[int]uint128{}}
	if path == "" {
		return c, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = c.parse(string(data))
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", path, err)
	}
	return c, nil
}

func (c *checkpoint) parse(text string) error {
	lines := strings.SplitAfter(text, "\n")
	want := strings.SplitAfter(c.header.String(), "\n")
	want = want[:len(want)-1]
	// The header comes first, so that a file of another kind is called that, rather than damaged.
	for i, expected := range want {
		if i >= len(lines) || lines[i] != expected {
			found := ""
			if i < len(lines) {
				found = lines[i]
			}
			return fmt.Errorf("found %.40q in line %d, expected %q: it belongs to another count", strings.TrimSpace(found), i+1, strings.TrimSpace(expected))
		}
	}
	body, sum, _ := strings.Cut(text, "sha256 ")
	if sum != checksum(body) {
		return errors.New("the checksum does not match: the file is damaged, delete it to start again")
	}
	for i, line := range lines[len(want) : len(lines)-2] {
		var unit int
		var digits string
		_, err := fmt.Sscanf(line, "%d %s\n", &unit, &digits)
		if err != nil || unit < 0 || unit >= c.header.units {
			return fmt.Errorf("found %.40q in line %d, expected a unit below %d and its result", line, len(want)+i+1, c.header.units)
		}
		if c.done[unit], err = parseUint128(digits); err != nil {
			return fmt.Errorf("line %d: %w", len(want)+i+1, err)
		}
	}
	return nil
}

// checksum is the last line's content.
func checksum(body string) string { return fmt.Sprintf("%x\n", sha256.Sum256([]byte(body))) }

// save writes the file under another name, and gives it its own when it is safely on disk.
func (c *checkpoint) save() error {
	if c.path == "" {
		return nil
	}
	var text bytes.Buffer
	text.WriteString(c.header.String())
	for _, unit := range slices.Sorted(maps.Keys(c.done)) {
		fmt.Fprintf(&text, "%d %s\n", unit, c.done[unit])
	}
	fmt.Fprintf(&text, "sha256 %s", checksum(text.String()))
	if err := replaceFile(c.path, text.Bytes()); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// replaceFile puts data in the place of a file, so that at every moment the path names the old content or the new.
func replaceFile(path string, data []byte) error {
	temporary := path + ".tmp"
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	// The new name is safe once its folder is; not every system can sync one.
	if folder, err := os.Open(filepath.Dir(path)); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
	return nil
}
