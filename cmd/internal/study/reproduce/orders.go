package reproduce

import (
	"context"
	"fmt"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/show"
	"qmsat/model/engine"
	"qmsat/native/order"
)

var ordersTopic = &study.Topic{
	Name: "orders", Args: "[FILE]...", Summary: "the published quasi-magic solver in other cell orders, beside native",
	Help: `Measures the published search and the general search in each cell order, with and without the pruning rules, beside
native's tuned search. The default puzzles are testdata/quasimagic-180.txt.`,
	Examples: [][2]string{{"reproduce orders --puzzles 6 --order fewest,pressure", "two cell orders side by side"}},
	New: func() study.Study {
		return &orders{Order: study.Chosen{Setting: order.Setting, Value: engine.All, Usage: "cell orders, <NAME,...>, or all", Several: true}}
	},
}

type orders struct {
	study.Some
	timed
	Order study.Chosen
	output
}

// orderRecord is a method. Efforts are iterations or nodes a puzzle.
type orderRecord struct {
	Method
	SearchSummary
}

// Answer prints a line for each engine, with and without rules, and each cell order, all searched by its general search; last, the
// native engine's tuned search, which has an order of its own.
func (o *orders) Answer(ctx context.Context) error {
	chosen, err := o.Order.Chosen(o.Order.Value)
	if err != nil {
		return err
	}
	var methods []Method
	for _, name := range []string{"paper", "native"} {
		for _, rules := range []bool{false, true} {
			for _, by := range chosen {
				if by != order.Setting.Default { // one of the others, whichever suits the engine
					methods = append(methods, Method{Engine: name, Rules: rules, Order: by, Search: "general"})
				}
			}
		}
	}
	methods = append(methods, Method{Engine: "native", Order: order.Setting.Default, Search: "auto"})
	runs, err := search(ctx, &o.Base, o.Most, o.Timeout, methods)
	if err != nil {
		return err
	}
	g := study.NewResults[orderRecord](&o.Base)
	lines := []string{"engine\trules\torder\taverage\tmaximum\tmedian\tminimum\taverage time\tmaximum time\tstopped"}
	notes := ""
	for i, method := range methods {
		if method.Search == "auto" {
			method.Search, method.Order = "tuned", "its own"
		} else {
			method.Search = "" // the general one, which all others run
		}
		r := orderRecord{method, Summarise(runs[i])}
		if r.Stopped > 0 {
			notes = fmt.Sprintf("a puzzle was stopped after %v: such lines are lower bounds\n", o.Timeout)
		}
		g.Add(r)
		rules := map[bool]string{false: "none", true: "all"}[r.Rules]
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%s\t%.0f\t%s\t%.0f\t%s\t%s\t%d", strings.TrimSpace(r.Engine+" "+r.Search), rules, r.Order,
			mean(r.Average), r.Maximum, mean(r.Median), r.Minimum, show.Seconds(r.AverageTime), show.Seconds(r.MaximumTime), r.Stopped))
	}
	return g.Layout(lines, fmt.Sprintf("%d puzzles; iterations of paper, nodes of native\n", g.Records[0].Puzzles)+notes, "")
}

// mean writes a mean, with one decimal if it is small.
func mean(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
