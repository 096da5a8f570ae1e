package show_test

import (
	"testing"

	"qmsat/compare/show"
)

func TestFormats(t *testing.T) {
	for _, test := range []struct {
		format   func(float64) string
		value    float64
		expected string
	}{
		{show.Seconds, 0, "0"},
		{show.Seconds, 1e-9, "1 ns"},
		{show.Seconds, 5e-10, "0.5 ns"},
		{show.Seconds, 2e-5, "20 µs"},
		{show.Seconds, 0.01234, "12.3 ms"},
		{show.Seconds, 0.9996, "1 s"},
		{show.Seconds, 0.0009994, "999 µs"},
		{show.Seconds, 0.0009996, "1 ms"},
		{show.Seconds, 59.96, "60 s"},
		{show.Seconds, 3600, "3,600 s"},
		{show.Magnitude, 0, "0"},
		{show.Magnitude, 999, "999"},
		{show.Magnitude, 1000, "1,000"},
		{show.Magnitude, 12345678, "12,345,678"},
		{show.Magnitude, 1e8, "10⁸"},
		{show.Magnitude, 2.5e12, "2.5·10¹²"},
		{show.Magnitude, 0.2, "0.2"},
		{show.Magnitude, -1234, "-1,234"},
		{show.Magnitude, -123, "-123"},
		{show.Ratio, 1, "1.00"},
		{show.Ratio, 12.345, "12.3"},
		{show.Ratio, 12345, "12345.0"},
		{show.Ratio, 0.00123, "0.00123"},
		{show.Ratio, 1e-9, "1e-09"},
	} {
		if got := test.format(test.value); got != test.expected {
			t.Errorf("%v is written %q, expected %q", test.value, got, test.expected)
		}
	}
}

func TestThings(t *testing.T) {
	for n, expected := range map[int]string{0: "0 puzzles", 1: "1 puzzle", 3000: "3,000 puzzles", -1000: "-1,000 puzzles"} {
		if got := show.Things(n, "puzzle"); got != expected {
			t.Errorf("%d is written %q, expected %q", n, got, expected)
		}
	}
}
