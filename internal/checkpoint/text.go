package checkpoint

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"qmsat/internal/input"
)

// sumWord opens the last line.
const sumWord = "sha256 "

// Header identifies the work of a file.
type Header struct {
	Kind    string   // the first line, such as "qmsat count checkpoint"
	Version int      // changes when the form of the body does
	Work    []string // further lines
}

// versionForm is the form of the second line.
const versionForm = "version %d"

func (h Header) lines() []string {
	return slices.Concat([]string{h.Kind, fmt.Sprintf(versionForm, h.Version)}, h.Work)
}

func (h Header) content(body []string) string {
	kept := strings.Join(slices.Concat(h.lines(), body, []string{""}), "\n")
	return kept + sumWord + checksum(kept)
}

// checksum is the text after the first word of the last line.
func checksum(kept string) string {
	sum := sha256.New()
	_, _ = io.Copy(sum, struct{ io.Reader }{strings.NewReader(kept)}) // part by part, because hashing copies its input
	return fmt.Sprintf("%x\n", sum.Sum(nil))
}

func (h Header) parse(text string) (body []string, err error) {
	lines := strings.SplitAfter(text, "\n")
	// The header comes first, so a file of another kind is reported as such, not as damaged.
	header := h.lines()
	for i, expected := range header {
		found := ""
		if i < len(lines) {
			found = lines[i]
		}
		version := 0
		if _, err := fmt.Sscanf(found, versionForm, &version); i == 1 && err == nil && version != h.Version {
			return nil, fmt.Errorf("it has format version %d, expected %d: resume with the qmsat that wrote it, or delete it to start again",
				version, h.Version)
		}
		if found != expected+"\n" {
			why := "it belongs to another count"
			if i == 0 {
				why = "it is no checkpoint of a count"
			}
			return nil, fmt.Errorf("found %q in line %d, expected %q: %s", input.Clip(strings.TrimSpace(found)), i+1, input.Clip(expected), why)
		}
	}
	at := strings.LastIndex(text, "\n"+sumWord) + 1
	if kept := text[:at]; text[at:] != sumWord+checksum(kept) {
		return nil, errors.New("the checksum does not match: the file is damaged, delete it to start again")
	}
	for _, line := range lines[len(header) : len(lines)-2] {
		body = append(body, strings.TrimSuffix(line, "\n"))
	}
	return body, nil
}
