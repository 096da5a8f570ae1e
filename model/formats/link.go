package formats

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"regexp"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lzstring"
)

// isPacked reports whether a text may be a packed puzzle rather than the name of a file that begins like one.
func isPacked(text string) bool {
	return len(text) > 40 || strings.Contains(text, "://") || strings.HasPrefix(text, "{")
}

// payload returns the packed puzzle of a link, which is the rest after what start matches. It decodes percent signs, and blanks
// that stand for plus signs.
func payload(start *regexp.Regexp, text string) string {
	text = text[len(start.FindString(text)):]
	if end := strings.IndexAny(text, "&#?\n\t"); end >= 0 {
		text = text[:end]
	}
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	return strings.ReplaceAll(text, " ", "+")
}

// inflated returns the text of deflated base64, also of base64 for addresses.
func inflated(packed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(packed, "=")))
	if err != nil {
		return "", fmt.Errorf("found no base64 in the link: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), lzstring.MaxUnits))
	if err != nil {
		return "", fmt.Errorf("found no compressed text in the link: %w", err)
	}
	return string(text), nil
}

// readPacked parses the JSON of a link, or JSON by itself.
func readPacked(start *regexp.Regexp, text string, parse func(text string) (int, error)) error {
	if strings.HasPrefix(text, "{") {
		_, err := parse(text)
		return err
	}
	return unpacked(payload(start, text), parse)
}

// mostRepairs limits the slashes that are put back into a link: each takes a try for each slash.
const mostRepairs = 8

// repairWork limits the work of repairs, in characters that are decompressed: about a second's.
const repairWork = 1 << 24

// unpacked decompresses a link's JSON. Browsers and forums collapse two slashes into one; they are put back one by one, each at the
// place after which most of the text can be read.
func unpacked(packed string, parse func(text string) (int, error)) error {
	work := 0
	best, err := readUpTo(packed, &work, parse)
	for range mostRepairs {
		if err == nil {
			return nil
		}
		longest, repaired := best, ""
		for at := 0; at < len(packed); at++ {
			if packed[at] != '/' || work > repairWork {
				continue
			}
			candidate := packed[:at] + "/" + packed[at:]
			to, failed := readUpTo(candidate, &work, parse)
			if failed == nil {
				return nil
			}
			if to > longest {
				longest, repaired = to, candidate
			}
		}
		if repaired == "" {
			break
		}
		best, packed = longest, repaired
	}
	return err
}

// readUpTo decompresses and parses a text, and returns how much of it can be read. It adds the work.
func readUpTo(packed string, work *int, parse func(text string) (int, error)) (int, error) {
	text, err := lzstring.Base64.Decode(packed)
	*work += len(packed) + len(text)
	to, failed := parse(text)
	switch {
	case err != nil:
		return min(to, len(text)), err
	case failed != nil:
		return to, failed
	}
	return math.MaxInt, nil
}

// parseJSON parses JSON, and returns the place of its first fault.
func parseJSON(text string, into any) (int, error) {
	err := json.Unmarshal([]byte(text), into)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return int(syntax.Offset), fmt.Errorf("found no JSON in the link: %w", err)
	case errors.As(err, &wrong):
		return int(wrong.Offset), fmt.Errorf("found %s for %q, expected %s", wrong.Value, input.Clip(wrong.Field), wrong.Type)
	}
	return len(text), err
}
