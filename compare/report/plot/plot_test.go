package plot_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/internal/svg/svgtest"
)

// value draws what data may hold, and what they should not.
func value() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, -1, 1e-9, 1e-300, 1e300, 1e9, math.Inf(1), math.Inf(-1), math.NaN(), 0.1, 5e-324, math.MaxFloat64}),
		rapid.Float64Range(1e-9, 1e3), rapid.Float64())
}

func axis() *rapid.Generator[plot.Axis] {
	return rapid.Custom(func(t *rapid.T) plot.Axis {
		return plot.Axis{
			Label: rapid.StringMatching(`[ -~µ]{0,60}`).Draw(t, "label"), Log: rapid.Bool().Draw(t, "log"), Whole: rapid.Bool().Draw(t, "whole"),
			Format: rapid.SampledFrom([]func(float64) string{show.Seconds, show.Magnitude}).Draw(t, "format"),
		}
	})
}

// Any data give a well-formed picture without NaN or infinite numbers, with every series in the legend.
func TestAnyChartIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := plot.Chart{Title: "a < b", X: axis().Draw(t, "x"), Y: axis().Draw(t, "y")}
		if rapid.Bool().Draw(t, "dots") {
			chart.Kind = plot.Dots
		}
		if rapid.Bool().Draw(t, "beyond") {
			chart.Beyond = "not finished"
		}
		if rapid.Bool().Draw(t, "small") {
			chart.Width, chart.Height = 10, 200
		}
		if rapid.Bool().Draw(t, "factors") {
			chart.X.Log, chart.Y.Log, chart.Factors = true, true, true
		}
		for i := range rapid.IntRange(0, 20).Draw(t, "series") {
			s := plot.Series{Name: "series " + string(rune('a'+i)), Style: i}
			for range rapid.IntRange(0, 5).Draw(t, "points") {
				s.Points = append(s.Points, plot.Point{X: value().Draw(t, "x"), Y: value().Draw(t, "y")})
			}
			chart.Series = append(chart.Series, s)
		}
		elements, err := svgtest.Parse(chart.SVG())
		if err != nil {
			t.Fatal(err)
		}
		// Ten pixels are too few for a legend.
		if outside := svgtest.Outside(elements); chart.Width == 0 && len(outside) > 0 {
			t.Fatalf("outside of the picture: %q", outside)
		}
		texts := svgtest.Texts(elements, "text")
		if (chart.Beyond != "") != slices.Contains(texts, "not finished") {
			t.Fatalf("%q with values beyond the axes: %q", texts, chart.Beyond)
		}
		for _, s := range chart.Series {
			if slices.Contains(texts, s.Name) != (chart.Kind == plot.Curves) {
				t.Fatalf("%s in %q, kind %d", s.Name, texts, chart.Kind)
			}
		}
	})
}

func TestAnyRowsAreDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chart := plot.Chart{Title: "rows", X: axis().Draw(t, "axis"), Kind: rapid.SampledFrom([]plot.Kind{plot.Rows, plot.Figures}).Draw(t, "kind")}
		for i := range rapid.IntRange(0, 5).Draw(t, "rows") {
			chart.Y.Names = append(chart.Y.Names, "row "+string(rune('a'+i)))
			chart.Series = append(chart.Series, plot.Series{
				Style: i, Points: []plot.Point{{X: value().Draw(t, "x"), Y: float64(i)}}, Low: value().Draw(t, "low"), High: value().Draw(t, "high"),
			})
		}
		elements, err := svgtest.Parse(chart.SVG())
		if err != nil {
			t.Fatal(err)
		}
		if outside := svgtest.Outside(elements); len(outside) > 0 {
			t.Fatalf("outside of the picture: %q", outside)
		}
		for _, name := range chart.Y.Names {
			if !slices.Contains(svgtest.Texts(elements, "text"), name) {
				t.Fatalf("%s is missing", name)
			}
		}
	})
}
