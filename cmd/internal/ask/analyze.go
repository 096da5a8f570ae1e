package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/compare/show"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/implied"
)

func init() {
	register(Method{Name: "analyze", Summary: "list what the constraints of a puzzle imply together", Command: Command{
		Help: `Prints the facts that qmsat finds in a puzzle before any search, one a line, with its rule and the constraints that it
was found from. Each holds in every solution. The first line counts the facts, and the pairs of cells that are never
equal. native propagates them; other engines and export use them with --implied on.

  houses and sums            the sum of a few cells, from houses, and from sums
                             in and across them (innies, outies)
  sums that overlap          the sum of a few cells, from sums of common cells
  cells that see each other  all differ, though no constraint says so alone
  values that a sum needs    cells that see the sum's cells do not have them
  houses that overlap        their other cells have the same values`,
		Examples: [][2]string{
			{"--model testdata/models/killer-4.yaml", "sums that the cages of a killer imply"},
			{"--format json --box 2x2 1...............", "an object a puzzle, for programs"},
		},
		Formats: []string{"text", "json"},
	}}, analyze)
}

type analyzeAnswer struct {
	Facts      []fact `json:"facts"`
	Exclusions int    `json:"exclusions"` // pairs of variables that are never equal
	Groups     int    `json:"groups"`     // sets of variables that all differ, which together have all variables
	Ended
}

// fact is a fact with the parts that it was found from.
type fact struct {
	Fact  string              `json:"fact"`
	Rule  string              `json:"rule"`
	Kind  string              `json:"kind"` // of the constraint
	Cells []string            `json:"cells"`
	From  []setter.PartRecord `json:"from"`
}

func analyze(ctx context.Context, q struct{ About }, _ func(any) error) (analyzeAnswer, error) {
	return stop.Leave(ctx, func() (analyzeAnswer, error) { return analysis(ctx, q.Puzzle) }, nil)
}

func analysis(ctx context.Context, p Puzzle) (a analyzeAnswer, err error) {
	d, err := p.open(ctx)
	if err != nil {
		return a, err
	}
	d = d.Bare()
	m := given(d.Model, d.Givens)
	exclusions := implied.NewExclusions(ctx, m)
	facts, err := implied.Find(ctx, m, exclusions)
	if err != nil {
		return a, err
	}
	parts := map[model.Constraint]setter.Part{}
	for _, part := range setter.Constraints(ctx, d, p.Parts) {
		for _, c := range part.Constraints {
			parts[c] = part
		}
	}
	found := analyzeAnswer{
		Facts: []fact{}, Exclusions: exclusions.Pairs(), Groups: len(exclusions.Groups(lists.Numbers[model.Var](len(m.Variables)))),
	}
	for _, f := range facts {
		found.Facts = append(found.Facts, fact{
			Fact: f.Text(m), Rule: f.Rule, Kind: f.Constraint.Kind(), Cells: lists.Map(f.Constraint.Scope(), m.NameOf),
			From: lists.Map(f.From, func(c model.Constraint) setter.PartRecord { return parts[c].Record(d.Model) }),
		})
	}
	if ctx.Err() != nil {
		return a, context.Cause(ctx)
	}
	return found, nil
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

// Print implements [Printer].
func (a analyzeAnswer) Print(to Output) error {
	to.Puzzle()
	to.Line("%s; %s of cells that are never equal, %s of such cells",
		show.Things(len(a.Facts), "fact"), show.Things(a.Exclusions, "pair"), show.Things(a.Groups, "group"))
	for _, f := range a.Facts {
		from := slices.Compact(lists.Map(f.From, brief))
		if more := len(from) - mostSources; more > 0 {
			from = append(from[:mostSources], fmt.Sprintf("and %d more", more))
		}
		to.Line("%s (%s: %s)", f.Fact, f.Rule, strings.Join(from, "; "))
	}
	return nil
}
