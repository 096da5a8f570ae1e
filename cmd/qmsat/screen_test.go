package main

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// Text erases a bar before it, and only then; what is shown on standard error breaks between words.
func TestScreen(t *testing.T) {
	var shown strings.Builder
	width := func() int { return 20 }
	shared := new(screen)
	out, err := screenWriter{shared, &shown, width, false}, screenWriter{shared, &shown, width, true}
	for _, step := range []struct {
		to             screenWriter
		text, expected string
	}{
		{out, "1 proved\n", "1 proved\n"},
		{err, "\rrules 10%", "\rrules 10%"},
		{out, "2 proved\n", "\r         \r2 proved\n"},
		{out, "3 proved\n", "3 proved\n"},
		{err, "\rrules 30%", "\rrules 30%"},
		{err, "\r         \r", "\r         \r"}, // the bar has erased itself
		{out, "4 proved and that is no sentence\n", "4 proved and that is no sentence\n"},
		{err, "\rrules 40%", "\rrules 40%"},
		{err, "qmsat: a sentence of some words\n", "\r         \rqmsat: a sentence of\n  some words\n"},
	} {
		shown.Reset()
		if n, err := step.to.Write([]byte(step.text)); n != len(step.text) || err != nil {
			t.Fatalf("%q: %d bytes, %v", step.text, n, err)
		}
		if shown.String() != step.expected {
			t.Errorf("%q shows %q, expected %q", step.text, shown.String(), step.expected)
		}
	}
}

// noTime is a bar that says how long all will take before anything is done.
var noTime = regexp.MustCompile(` 0% \|[^\r]*\[[0-9a-z]+:`)

// At a terminal no line of a table is broken within a cell, no result follows a bar, and a bar does not guess its time at once.
func TestTerminalLines(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, line := range []string{
		"compare --box 2x2 --engine native,gini,gophersat 1....2...3....4.",
		"rules prove --delta 2 --timeout 150ms 1-4",
		"help engines",
		"count --box 2x4 --workers 2 --timeout 500ms",
	} {
		shown := startTerminal(t, root, []string{"TERM=xterm", "NO_COLOR=1"}, append([]string{"qmsat"}, strings.Fields(line)...)...).all()
		for row := range strings.SplitSeq(strings.ReplaceAll(shown, "\r\n", "\n"), "\n") {
			if last := row[strings.LastIndexByte(row, '\r')+1:]; len([]rune(last)) > 120 || strings.Contains(last, "%|") || noTime.MatchString(row) {
				t.Errorf("%s: line %q, expected 120 columns at most, without a bar, or one without a guess", line, last)
			}
		}
	}
}

// Colours are readable on white and on black: their contrast is at least 3.8 (WCAG 2.2, 1.4.3: 3 for bold text, 4.5 for other).
func TestColours(t *testing.T) {
	for name, colour := range map[string]int{"green": green, "red": red, "brown": brown} {
		const black = 0.05
		l := luminance(colour) + black
		if white := 1.05 / l; white < 3.8 || l/black < 3.8 {
			t.Errorf("%s: contrast %.2f on white and %.2f on black, expected 3.8 at least", name, white, l/black)
		}
	}
}

// luminance is the relative luminance (WCAG 2.2) of a colour of the cube of xterm's 256.
func luminance(colour int) (sum float64) {
	levels := []float64{0, 95, 135, 175, 215, 255}
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} { // blue, green, red
		level := levels[(colour-16)/int(math.Pow(6, float64(i)))%6] / 255
		sum += weight * math.Pow((level+0.055)/1.055, 2.4) // level 0 is too small to matter
	}
	return sum
}
