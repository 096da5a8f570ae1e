package memory

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"
)

// Sufficient writes the smallest power of two that is at least twice the budget, and has room for what was asked for.
func (e *ExceededError) Sufficient() string {
	need := uint64(e.Budget) + uint64(max(e.Budget, e.Need))
	return strings.ReplaceAll(Text(1<<min(bits.Len64(need-1), 62)), " ", "")
}

// Size is a number of bytes, above 0, with the text that it was read from. It can be the value of a flag.
type Size struct {
	Bytes int64
	text  string
}

// Type names the expected value.
func (s *Size) Type() string { return "a number of bytes, or one such as 512MiB or 2GiB" }

// String returns the text.
func (s *Size) String() string { return s.text }

// sizeUnits are the units of sizes: powers of 1024, from 0 on.
const sizeUnits = "KMGTPE"

// Set reads a number of bytes, or one such as 512MiB or 2GiB.
func (s *Size) Set(text string) error {
	number, unit := text, 0
	if rest, ok := strings.CutSuffix(text, "iB"); ok && rest != "" {
		unit = 1 + strings.IndexByte(sizeUnits, rest[len(rest)-1])
		number = rest[:len(rest)-1]
		if unit == 0 {
			number = ""
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	value *= float64(uint64(1) << (10 * unit))
	if err != nil || !(value >= 1 && value < 1<<63) {
		return errors.New("expected " + s.Type())
	}
	s.Bytes, s.text = int64(value), text
	return nil
}
