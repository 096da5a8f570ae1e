package grids

import (
	"fmt"
	"maps"
	"slices"

	filed "qmsat/model/checkpoint"
)

// checkpointVersion changes when the form of the file, or the division of a count into units, does.
const checkpointVersion = 1

// checkpointHeader says which count a checkpoint belongs to.
type checkpointHeader struct {
	bound bound
	what  What
	units int
}

// lines is the beginning of a checkpoint's file, a line for each field.
func (h checkpointHeader) lines() []string {
	return []string{
		"qmsat grids checkpoint",
		fmt.Sprintf("version %d", checkpointVersion),
		fmt.Sprintf("delta %d", h.bound),
		fmt.Sprintf("what %s", h.what),
		fmt.Sprintf("units %d", h.units),
	}
}

// checkpoint holds the results of finished units. The body of its file is a line "unit result" for each.
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
	body, err := filed.Read(path, header.lines())
	if err != nil {
		return nil, err
	}
	for _, line := range body {
		if err := c.parse(line); err != nil {
			return nil, &filed.RefusedError{Path: path, Err: err}
		}
	}
	return c, nil
}

func (c *checkpoint) parse(line filed.Line) error {
	var unit int
	var digits string
	_, err := fmt.Sscanf(line.Text, "%d %s", &unit, &digits)
	if err != nil || unit < 0 || unit >= c.header.units {
		return fmt.Errorf("found %.40q in line %d, expected a unit below %d and its result", line.Text, line.Number, c.header.units)
	}
	if c.done[unit], err = parseUint128(digits); err != nil {
		return fmt.Errorf("line %d: %w", line.Number, err)
	}
	return nil
}

// save replaces the file.
func (c *checkpoint) save() error {
	if c.path == "" {
		return nil
	}
	return filed.Write(c.path, c.header.lines(), c.body())
}

// body returns the lines of the results.
func (c *checkpoint) body() []string {
	var body []string
	for _, unit := range slices.Sorted(maps.Keys(c.done)) {
		body = append(body, fmt.Sprintf("%d %s", unit, c.done[unit]))
	}
	return body
}
