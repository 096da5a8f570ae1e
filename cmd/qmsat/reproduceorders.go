package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/model/engine"
)

var ordersCommand = topic(command{
	name: "orders", args: "[FILE]...", summary: "the published methods for quasi-magic Sudoku in other cell orders, beside the native engine (asked for there)",
	long: "Measures the published search and the general one in each cell order, with and without the pruning rules, beside the native engine's\n" +
		"tuned search. " + defaultPuzzlesHelp,
	examples: []example{{"reproduce orders --puzzles 6 --order fewest,pressure", "two cell orders side by side"}},
}, printOrders, (*reproduceFlags).addSpread, (*reproduceFlags).addTimeout, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addSetting(flags, &f.order, orderSetting(), "all", "cell orders, `NAME,...`, or all", true)
}, (*reproduceFlags).addFormat)

// orderRecord is the JSON object of a method in the table of cell orders. Efforts are iterations or nodes a puzzle.
type orderRecord struct {
	Engine         string  `json:"engine"`
	Search         string  `json:"search,omitempty"`
	Rules          bool    `json:"rules"`
	Order          string  `json:"order"`
	Puzzles        int     `json:"puzzles"`
	Stopped        int     `json:"stopped"` // puzzles that the timeout stopped: the figures are lower bounds
	Average        float64 `json:"average"`
	Maximum        float64 `json:"maximum"`
	Median         float64 `json:"median"`
	Minimum        float64 `json:"minimum"`
	Seconds        float64 `json:"seconds"` // a puzzle
	SecondsMaximum float64 `json:"seconds_maximum"`
}

// orderSetting is the setting of cell orders, which the native engines share.
func orderSetting() *engine.Setting {
	settings := engine.Settings()
	return settings[slices.IndexFunc(settings, func(s *engine.Setting) bool { return s.Name == "order" })]
}

// printOrders prints a line for each engine, with and without rules, and each cell order, all searched by its general search;
// last, the native engine's tuned search, which has an order of its own.
func printOrders(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	setting := orderSetting()
	orders, err := chosenValues(setting, f.order)
	if err != nil {
		return err
	}
	var methods []reproduce.Method
	for _, name := range []string{"paper", "native"} {
		for _, rules := range []bool{false, true} {
			for _, order := range orders {
				if order == setting.Default {
					continue // one of the others, whichever suits the engine
				}
				methods = append(methods, reproduce.Method{Engine: name, Rules: rules, Order: order, Search: "general"})
			}
		}
	}
	methods = append(methods, reproduce.Method{Engine: "native", Order: setting.Default, Search: "auto"})
	runs, err := f.search(ctx, streams, args, methods, reproduce.SearchOptions{Timeout: f.timeout})
	if err != nil {
		return err
	}
	table := records[orderRecord]{out: out, format: f.format}
	for i, method := range methods {
		s := reproduce.Summarise(runs[i])
		r := orderRecord{
			Engine: method.Engine, Rules: method.Rules, Order: method.Order, Puzzles: s.Puzzles, Stopped: s.Stopped,
			Average: s.Average, Maximum: s.Maximum, Median: s.Median, Minimum: s.Minimum,
			Seconds: s.AverageTime, SecondsMaximum: s.MaximumTime,
		}
		if method.Search == "auto" {
			r.Search, r.Order = "tuned", "its own"
		}
		table.add(r)
	}
	table.table(f.writeOrders)
	return nil
}

func (f *reproduceFlags) writeOrders(w io.Writer, records []orderRecord) string {
	fmt.Fprint(w, "engine\trules\torder\taverage\tmaximum\tmedian\tminimum\taverage time\tmaximum time\tstopped\t\n")
	stopped := false
	for _, r := range records {
		rules := "none"
		if r.Rules {
			rules = "all"
		}
		stopped = stopped || r.Stopped > 0
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.0f\t%s\t%.0f\t%s\t%s\t%d\t\n", strings.TrimSpace(r.Engine+" "+r.Search), rules, r.Order,
			showMean(r.Average), r.Maximum, showMean(r.Median), r.Minimum, show.Seconds(r.Seconds), show.Seconds(r.SecondsMaximum), r.Stopped)
	}
	notes := fmt.Sprintf("%d puzzles; iterations of paper, nodes of native\n", records[0].Puzzles)
	if stopped {
		notes += fmt.Sprintf("a puzzle was stopped after %v: such lines are lower bounds\n", f.timeout)
	}
	return notes
}

// showMean writes a mean or median of effort, with a place behind the point where it is small.
func showMean(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
