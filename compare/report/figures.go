package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"qmsat/compare"
	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/internal/lists"
)

// figure is one or several plots with their description.
type figure struct {
	Caption string
	Note    string   // how to read it
	Plots   []string // SVG
	Small   bool     // several are side by side
}

func figures(set *compare.SetResult) []figure {
	var list []figure
	for _, draw := range []func(*compare.SetResult) (figure, bool){medians, cactus, scatters, rates, sizes} {
		if f, ok := draw(set); ok {
			list = append(list, f)
		}
	}
	return list
}

func timeOf(label string) plot.Axis { return plot.Axis{Label: label, Log: true, Format: show.Seconds} }

func medians(set *compare.SetResult) (figure, bool) {
	chart := plot.Chart{Kind: plot.Rows, Title: "Median time of a puzzle by contender", X: timeOf("median time of a puzzle")}
	for i := range set.Report.Rows {
		row := &set.Report.Rows[i]
		chart.Y.Names = append(chart.Y.Names, row.Label)
		s := row.Summary()
		if s.Values == 0 {
			continue
		}
		if s.Bounded {
			s.High = math.Inf(1)
		} else if math.IsInf(s.Low, -1) && math.IsInf(s.High, 1) {
			s.Low, s.High = s.Center, s.Center
		}
		chart.Series = append(chart.Series, plot.Series{
			Style: i, Points: []plot.Point{{X: s.Center, Y: float64(i)}}, Low: s.Low, High: s.High,
		})
	}
	return figure{
		Caption: "Median time of a puzzle",
		Note:    fmt.Sprintf("Bars are %.0f %% confidence intervals; one that runs to the side has no bound there.", 100*compare.Confidence),
		Plots:   []string{chart.SVG()},
	}, len(set.Report.Puzzles) > 0 && len(set.Report.Rows) > 1
}

// solved returns the times of the puzzles that a contender finished, ascending, in seconds.
func solved(row *compare.Row) []float64 {
	answered := lists.Filter(row.Outcomes, func(o compare.Outcome) bool { return o.Answered() })
	times := lists.Map(answered, func(o compare.Outcome) float64 { return o.Median().Seconds() })
	slices.Sort(times)
	return times
}

// mostCurves is the largest number of contenders in one plot of curves, and of scatter plots.
const mostCurves = 12

// chosen returns the contenders that are plotted, in their order: all, or if there are too many the first, which others are
// held against, and those that come next by puzzles finished and time. The note says so in that case.
func chosen(report *compare.Report) (rows []int, note string) {
	rows = lists.Numbers[int](len(report.Rows))
	if len(rows) <= mostCurves {
		return rows, ""
	}
	slices.SortStableFunc(rows[1:], func(a, b int) int {
		first, second := &report.Rows[a], &report.Rows[b]
		return cmp.Or(cmp.Compare(first.Unfinished(), second.Unfinished()), cmp.Compare(first.Solve(), second.Solve()))
	})
	rows = rows[:mostCurves]
	slices.Sort(rows)
	return rows, fmt.Sprintf(" Of %d contenders: the first, and the %d that finished most puzzles in the shortest time.",
		len(report.Rows), mostCurves-1)
}

// cactus shows how many puzzles each contender solves within a time.
func cactus(set *compare.SetResult) (figure, bool) {
	chart := plot.Chart{
		Title: "Puzzles solved against time per puzzle",
		X:     plot.Axis{Label: "puzzles solved", Whole: true, Format: show.Magnitude}, Y: timeOf("time of a puzzle"),
	}
	shown, note := chosen(set.Report)
	for _, i := range shown {
		row := &set.Report.Rows[i]
		series := plot.Series{Name: row.Label, Style: i}
		for k, t := range solved(row) {
			series.Points = append(series.Points, plot.Point{X: float64(k + 1), Y: t})
		}
		if len(series.Points) < len(set.Report.Puzzles) {
			series.Name += fmt.Sprintf(" (%d of %d)", len(series.Points), len(set.Report.Puzzles))
		}
		chart.Series = append(chart.Series, series)
	}
	chart.Description = "One curve per contender: its puzzles in the order of their times."
	return figure{
		Caption: "Cactus plot: puzzles solved against the time of a puzzle",
		Note: "Each contender's puzzles are in the order of its own times, medians over the rounds. A lower curve is faster; one that ends " +
			"early left puzzles unfinished." + note,
		Plots: []string{chart.SVG()},
	}, len(set.Report.Puzzles) > 1
}

// scatters show the first contender against each other one, puzzle by puzzle.
func scatters(set *compare.SetResult) (figure, bool) {
	shown, note := chosen(set.Report)
	f := figure{
		Caption: "Scatter plots: puzzle by puzzle",
		Note: "A dot is a puzzle. On the line both take the same time, on the dashed ones one takes ten times as long as the other; dots " +
			"above the line are puzzles on which the contender across is faster." + note,
		Small: true,
	}
	rows := set.Report.Rows
	for _, i := range shown[min(1, len(shown)):] {
		f.Plots = append(f.Plots, scatter(&rows[0], &rows[i], i).SVG())
	}
	return f, len(set.Report.Puzzles) > 1 && len(rows) > 1
}

// scatter plots two contenders against each other. A puzzle that one did not finish is drawn beyond the scale.
func scatter(across, up *compare.Row, look int) *plot.Chart {
	chart := &plot.Chart{
		Title:       up.Label + " against " + across.Label,
		Description: "A dot per puzzle: the time of " + across.Label + " across, that of " + up.Label + " upwards.",
		X:           timeOf(across.Label), Y: timeOf(up.Label),
		Kind: plot.Dots, Width: 230, Height: 230, Factors: true,
	}
	series := plot.Series{Name: up.Label, Style: look}
	for p := range across.Outcomes {
		a, b := &across.Outcomes[p], &up.Outcomes[p]
		if !a.Ran() || !b.Ran() || a.Interrupted || b.Interrupted {
			continue
		}
		point := plot.Point{X: a.Median().Seconds(), Y: b.Median().Seconds()}
		if !a.Answered() {
			point.X = math.Inf(1)
		}
		if !b.Answered() {
			point.Y = math.Inf(1)
		}
		if !a.Answered() || !b.Answered() {
			chart.Beyond = "not finished"
		}
		series.Points = append(series.Points, point)
	}
	chart.Series = []plot.Series{series}
	return chart
}

// leastListed is how many solutions some puzzle needs to have for rates to tell something.
const leastListed = 64

// rates plots the rate of solutions over their number.
func rates(set *compare.SetResult) (figure, bool) {
	chart := plot.Chart{
		Title:       "Solutions a second against solutions found",
		Description: "One curve per contender that lists solutions.",
		X:           plot.Axis{Label: "solutions found", Log: true, Format: show.Magnitude},
		Y:           plot.Axis{Label: "solutions a second", Log: true, Format: show.Magnitude},
	}
	most := uint64(0)
	shown, note := chosen(set.Report)
	for _, i := range shown {
		series := plot.Series{Name: set.Report.Rows[i].Label, Style: i}
		for _, r := range set.Report.Rows[i].Rates() {
			series.Points = append(series.Points, plot.Point{X: float64(r.Solutions), Y: r.PerSecond})
			most = max(most, r.Solutions)
		}
		if len(series.Points) > 0 {
			chart.Series = append(chart.Series, series)
		}
	}
	if most < leastListed {
		return figure{}, false
	}
	return figure{
		Caption: "Enumeration rate: solutions a second against solutions found",
		Note: "Each point is the stretch in which the number of solutions doubled, over all puzzles with that many, in the first round; " +
			"checking them is no part of the time." + note,
		Plots: []string{chart.SVG()},
	}, true
}

func sizes(set *compare.SetResult) (figure, bool) {
	var names []string
	panels := map[string][]plot.Series{}
	for i, size := range set.Sizes {
		if size == nil {
			continue
		}
		name := set.Encoding(set.Report.Rows[i].Contender)
		if slices.Contains(names, name) {
			continue
		}
		for label, n := range map[string]int64{"variables": int64(size.Variables), "clauses": size.Clauses, "literals": size.Literals} {
			panels[label] = append(panels[label], plot.Series{Style: i, Points: []plot.Point{{X: float64(n), Y: float64(len(names))}}})
		}
		names = append(names, name)
	}
	f := figure{
		Caption: "Sizes of encodings",
		Note:    "The formula without givens; the mean over the puzzles where an encoding depends on them.",
		Small:   true,
	}
	for _, label := range []string{"variables", "clauses", "literals"} {
		chart := plot.Chart{
			Kind: plot.Figures, Title: "Sizes of encodings: " + label, Width: 230, Series: panels[label],
			X: plot.Axis{Label: label, Log: true, Format: show.Magnitude}, Y: plot.Axis{Names: names},
		}
		f.Plots = append(f.Plots, chart.SVG())
	}
	return f, len(names) > 0
}
