package full

import (
	"fmt"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/model/engine"
)

// Named is a method with its name and its settings, for help.
type Named struct {
	Name     string
	Summary  string // half a line
	Settings []*engine.Setting
	// New returns the method for checked settings; missing ones have their defaults.
	New func(options engine.Options) Method
}

// Methods returns the methods; the first is the default.
func Methods() []Named {
	return []Named{
		{"search", "depth-first search, the cell with the fewest candidates first, with restarts", []*engine.Setting{failures},
			func(options engine.Options) Method { return Search{failures.Int(options)} }},
		{"bands", "fills band after band by matchings, without backtracking", nil,
			func(engine.Options) Method { return Bands{} }},
		{"published", "Dudziak (2006): places random values, removes what they exclude (reductions), undoes placements; first an early, then a late phase",
			[]*engine.Setting{early, late, phaseBreak, breakBy, back, restart, largest}, newPublished},
		{"pattern", "shuffles a known grid, without a search", nil, func(engine.Options) Method { return Pattern{} }},
		{"magic", "rearranges one magic square for each box; with --delta, quasi-magic grids with boxes of 4x4 or more", nil,
			func(engine.Options) Method { return Magic{} }},
	}
}

// The settings of methods. Numbers that grow with the grid are given per cell.
var (
	failures = engine.NewInteger("failures", "contradictions before a restart", "", strconv.Itoa(DefaultFailures),
		engine.AtLeast(1))
	early = &engine.Setting{
		Name: "early", Usage: "reductions of the early phase", Type: engine.List, Values: reductionNames,
		Default: strings.Join(AsPublished().Early, ","),
	}
	late = &engine.Setting{
		Name: "late", Usage: "reductions of the late phase", Type: engine.List, Values: reductionNames,
		Default: strings.Join(AsPublished().Late, ","),
	}
	phaseBreak = &engine.Setting{
		Name: "break", Usage: "the late phase begins when so much is left", Type: engine.Number, Range: engine.AtLeast(0),
		Unit: "candidates or open cells, divided by all cells", Default: number(AsPublished().Break),
	}
	breakBy = engine.NewName("break-by", "what break counts", "candidates", "candidates", "cells")
	back    = &engine.Setting{
		Name: "back", Usage: "one more placement is undone for so much that is left", Type: engine.Number, Range: engine.AtLeast(1e-6),
		Unit: "candidates, divided by all cells", Default: number(AsPublished().Back),
	}
	restart = &engine.Setting{
		Name: "restart", Usage: "times that a depth is reached before a restart", Type: engine.Number, Range: engine.AtLeast(0),
		Unit: "times, divided by all cells", Default: number(AsPublished().Restart),
	}
	largest = engine.NewInteger("subset", "the largest subset and fish looked for", "cells",
		strconv.Itoa(AsPublished().Subset), engine.AtLeast(1))
)

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func newPublished(options engine.Options) Method {
	return Published{
		Early: early.List(options), Late: late.List(options),
		Break: phaseBreak.Float(options), BreakByCells: breakBy.Value(options) == "cells",
		Back: back.Float(options), Restart: restart.Float(options), Subset: largest.Int(options),
	}
}

// Parse returns the method that a text names, such as "bands" or "published[break=0.4,early='singles,fish']".
func Parse(text string) (Method, error) {
	name, settings, err := engine.CutSettings(text)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range Methods() {
		if names = append(names, m.Name); m.Name != name {
			continue
		}
		options, err := engine.ParseOptions(settings, m.Settings)
		if err != nil {
			return nil, fmt.Errorf("method %s: %w", name, err)
		}
		return m.New(options), nil
	}
	return nil, input.CheckName("method", name, names)
}
