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

// Run prints a line for each engine, with and without rules, and each cell order, all searched by its general search; last, the
// native engine's tuned search, which has an order of its own.
func (o *orders) Run(ctx context.Context) error {
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
	lines := study.NewLines(&o.Base, "engine\trules\torder\taverage\tmaximum\tmedian\tminimum\taverage time\tmaximum time\tstopped", orderRecord.row)
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
		lines.Add(r)
	}
	return lines.End(fmt.Sprintf("%d puzzles; iterations of paper, nodes of native\n", lines.Records[0].Puzzles)+notes, "")
}

func (r orderRecord) row() string {
	rules := "none"
	if r.Rules {
		rules = "all"
	}
	mean := func(x float64) string { // with one decimal if it is small
		if x < 100 {
			return fmt.Sprintf("%.1f", x)
		}
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%.0f\t%s\t%.0f\t%s\t%s\t%d", strings.TrimSpace(r.Engine+" "+r.Search), rules, r.Order,
		mean(r.Average), r.Maximum, mean(r.Median), r.Minimum, show.Seconds(r.AverageTime), show.Seconds(r.MaximumTime), r.Stopped)
}
