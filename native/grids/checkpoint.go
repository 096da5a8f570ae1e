package grids

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	filed "qmsat/internal/checkpoint"
)

// checkpointVersion changes when the form of the file, or the division of a count into units, does.
const checkpointVersion = 1

// checkpointHeader says which count a checkpoint belongs to.
type checkpointHeader struct {
	bound bound
	what  What
	units int
}

// text is the header of a checkpoint's file.
func (h checkpointHeader) text() filed.Header {
	return filed.Header{Kind: "qmsat grids checkpoint", Version: checkpointVersion, Work: []string{
		fmt.Sprintf("delta %d", h.bound),
		fmt.Sprintf("what %s", h.what),
		fmt.Sprintf("units %d", h.units),
	}}
}

// checkpoint holds the results of finished units. The body of its file is a line "unit result" for each.
type checkpoint struct {
	*filed.File // nil: it is not kept
	header      checkpointHeader
	done        map[int]*big.Int
}

// openCheckpoint opens a checkpoint; a file that does not exist is one without results.
func openCheckpoint(ctx context.Context, path string, header checkpointHeader) (*checkpoint, error) {
	c := &checkpoint{header: header, done: map[int]*big.Int{}}
	if path == "" {
		return c, nil
	}
	file, body, err := filed.Open(ctx, path, header.text())
	if err != nil {
		return nil, err
	}
	c.File = file
	for _, line := range body {
		if err := c.parse(line.Text); err != nil {
			file.Close()
			return nil, file.Refuse(line.Number, err)
		}
	}
	return c, nil
}

func (c *checkpoint) parse(text string) error {
	var unit int
	var digits string
	_, err := fmt.Sscanf(text, "%d %s", &unit, &digits)
	if err != nil || unit < 0 || unit >= c.header.units {
		return fmt.Errorf("found %.40q, expected a unit below %d and its result", text, c.header.units)
	}
	if _, twice := c.done[unit]; twice {
		return fmt.Errorf("unit %d stands twice", unit)
	}
	total, ok := new(big.Int).SetString(digits, 10)
	if !ok || total.Sign() < 0 {
		return fmt.Errorf("found %.40q, expected a number that is not negative", digits)
	}
	c.done[unit] = total
	return nil
}

func (c *checkpoint) body() []string {
	var body []string
	for _, unit := range slices.Sorted(maps.Keys(c.done)) {
		body = append(body, fmt.Sprintf("%d %s", unit, c.done[unit]))
	}
	return body
}
