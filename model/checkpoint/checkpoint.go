// Package checkpoint is the form of the files in which long counts keep what is finished.
//
// A file is text: header lines, which say what work it belongs to; body lines, which the owner of the work writes and reads; and
// a last line with the SHA-256 of all that. It is always replaced as a whole, so that an end at any moment, kill -9
// included, leaves either the old content or the new.
package checkpoint

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"qmsat/model/atomicfile"
)

// sumWord opens the last line.
const sumWord = "sha256 "

// Line is a body line with its number in the file, which counts from 1.
type Line struct {
	Number int
	Text   string
}

// RefusedError says that a file cannot be gone on from, and why.
type RefusedError struct {
	Path string
	Err  error
}

// Error returns the file's name and the reason.
func (e *RefusedError) Error() string { return fmt.Sprintf("checkpoint %s: %v", e.Path, e.Err) }

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Err }

// Read returns the body of a file with this header. A file that does not exist has an empty body. Another header, or a
// checksum that does not match, is a [RefusedError].
func Read(path string, header []string) ([]Line, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var body []Line
	if err == nil {
		body, err = parse(string(data), header)
	}
	if err != nil {
		return nil, &RefusedError{path, err}
	}
	return body, nil
}

func parse(text string, header []string) ([]Line, error) {
	lines := strings.SplitAfter(text, "\n")
	// The header comes first, so that a file of another kind is called that, rather than damaged.
	for i, expected := range header {
		found := ""
		if i < len(lines) {
			found = lines[i]
		}
		if found != expected+"\n" {
			return nil, fmt.Errorf("found %s in line %d, expected %s: it belongs to another count",
				clip(found), i+1, clip(expected))
		}
	}
	kept, sum, _ := strings.Cut(text, sumWord)
	if sum != checksum(kept) {
		return nil, errors.New("the checksum does not match: the file is damaged, delete it to start again")
	}
	var body []Line
	for i, line := range lines[len(header) : len(lines)-2] {
		body = append(body, Line{len(header) + i + 1, strings.TrimSuffix(line, "\n")})
	}
	return body, nil
}

// clip quotes the beginning of a line.
func clip(line string) string { return fmt.Sprintf("%.90q", strings.TrimSpace(line)) }

// checksum is what the last line has after its word.
func checksum(kept string) string { return fmt.Sprintf("%x\n", sha256.Sum256([]byte(kept))) }

// Write replaces the file. No line of header or body contains a newline or "sha256 ".
func Write(path string, header, body []string) error {
	err := atomicfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, content(header, body))
		return err
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// content is the text of a file.
func content(header, body []string) string {
	var kept strings.Builder
	for _, line := range slices.Concat(header, body) {
		kept.WriteString(line)
		kept.WriteByte('\n')
	}
	return kept.String() + sumWord + checksum(kept.String())
}
