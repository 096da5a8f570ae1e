package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/compare/show"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/implied"
)

var analyzeCommand = &command{
	name:    "analyze",
	args:    puzzleArgs,
	summary: "list what the constraints of a puzzle imply together",
	long: `Prints the facts that qmsat finds in a puzzle before any search, one a line, with its rule and the constraints that it
was found from. Each holds in every solution. The first line counts the facts, and the pairs of cells that are never
equal. native propagates them; other engines and export use them with --implied on.

  houses and sums            the sum of a few cells, from houses, and from sums
                             in and across them (innies, outies)
  sums that overlap          the sum of a few cells, from sums of common cells
  cells that see each other  all differ, though no constraint says so alone
  values that a sum needs    cells that see the sum's cells do not have them
  houses that overlap        their other cells have the same values`,
	examples: []example{
		{"analyze --model testdata/models/killer-4.yaml", "sums that the cages of a killer imply"},
		{"analyze --format json --box 2x2 1...............", "an object a puzzle, for programs"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &setterFlags{}
		f.add(flags)
		return f.model.each(func(ctx context.Context, streams streams, args []string) error { return analyze(ctx, streams, f, args) })
	},
}

// analysisRecord is the JSON object of a puzzle's facts.
type analysisRecord struct {
	model.Puzzle
	Facts      []factRecord `json:"facts"`
	Exclusions int          `json:"exclusions"` // pairs of variables that are never equal
	Groups     int          `json:"groups"`     // sets of variables that all differ, which together have all variables
	Seconds    float64      `json:"seconds"`
}

// factRecord is the JSON object of a fact.
type factRecord struct {
	Fact  string              `json:"fact"`
	Rule  string              `json:"rule"`
	Kind  string              `json:"kind"` // of the constraint
	Cells []string            `json:"cells"`
	From  []setter.PartRecord `json:"from"`
}

func analyze(ctx context.Context, streams streams, f *setterFlags, args []string) error {
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		started := time.Now()
		m := given(t.model, cube)
		exclusions := implied.NewExclusions(ctx, m)
		facts, err := implied.Find(ctx, m, exclusions)
		if err != nil {
			return err
		}
		parts := map[model.Constraint]setter.Part{}
		for _, p := range t.constraints(ctx) {
			for _, c := range p.Constraints {
				parts[c] = p
			}
		}
		r := analysisRecord{
			Puzzle: p, Facts: []factRecord{}, Exclusions: exclusions.Pairs(), Groups: len(exclusions.Groups(lists.Numbers[model.Var](len(m.Variables)))),
		}
		for _, fact := range facts {
			record := factRecord{
				Fact: fact.Text(m), Rule: fact.Rule, Kind: fact.Constraint.Kind(), Cells: lists.Map(fact.Constraint.Scope(), m.NameOf),
			}
			for _, c := range fact.From {
				record.From = append(record.From, parts[c].Record(t.model))
			}
			r.Facts = append(r.Facts, record)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r.Seconds = time.Since(started).Seconds()
		return r.print(out, f.format)
	})
	return firstError(out.flush(), err)
}

// given returns the model with the domains that givens leave.
func given(m *model.Model, cube model.Cube) *model.Model {
	narrow := *m
	narrow.Variables = slices.Clone(m.Variables)
	for _, g := range cube {
		if v := &narrow.Variables[g.Var]; v.Domain.Contains(g.Value) {
			v.Domain = model.Values(g.Value)
		}
	}
	return &narrow
}

// brief writes the part without the cells of a constraint that has a name.
func brief(r setter.PartRecord) string {
	if r.Entry == "" && r.Name != "" {
		return r.Name
	}
	return r.String()
}

// mostSources is the number of sources in a line of text.
const mostSources = 4

func (r *analysisRecord) print(out *lines, format string) error {
	if format == "json" {
		return firstError(out.object(r), out.flush())
	}
	out.puzzle(format, r.Puzzle)
	out.line(fmt.Sprintf("%s; %s of cells that are never equal, %s of such cells",
		show.Things(len(r.Facts), "fact"), show.Things(r.Exclusions, "pair"), show.Things(r.Groups, "group")))
	for _, fact := range r.Facts {
		from := slices.Compact(lists.Map(fact.From, brief))
		if more := len(from) - mostSources; more > 0 {
			from = append(from[:mostSources], fmt.Sprintf("and %d more", more))
		}
		out.line(fmt.Sprintf("%s (%s: %s)", fact.Fact, fact.Rule, strings.Join(from, "; ")))
	}
	return out.flush()
}
