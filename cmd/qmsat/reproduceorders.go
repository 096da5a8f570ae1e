package main

import (
	"context"
	"fmt"
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
	reproduce.Method
	reproduce.SearchSummary
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
	table := results[orderRecord]{out: out, format: f.format}
	table.Heading, table.Row = "engine\trules\torder\taverage\tmaximum\tmedian\tminimum\taverage time\tmaximum time\tstopped", orderRow
	notes := ""
	for i, method := range methods {
		if method.Search == "auto" {
			method.Search, method.Order = "tuned", "its own"
		} else {
			method.Search = "" // the general one, which all others run
		}
		r := orderRecord{method, reproduce.Summarise(runs[i])}
		if r.Stopped > 0 {
			notes = fmt.Sprintf("a puzzle was stopped after %v: such lines are lower bounds\n", f.timeout)
		}
		table.add(r)
	}
	return table.end(fmt.Sprintf("%d puzzles; iterations of paper, nodes of native\n", table.Records[0].Puzzles) + notes)
}

func orderRow(r orderRecord) string {
	rules := "none"
	if r.Rules {
		rules = "all"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%.0f\t%s\t%.0f\t%s\t%s\t%d", strings.TrimSpace(r.Engine+" "+r.Search), rules, r.Order,
		showMean(r.Average), r.Maximum, showMean(r.Median), r.Minimum, show.Seconds(r.AverageTime), show.Seconds(r.MaximumTime), r.Stopped)
}

// showMean writes a mean or median of effort, with a place behind the point where it is small.
func showMean(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
