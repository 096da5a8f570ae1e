package svg_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/svg"
	"qmsat/internal/svg/svgtest"
)

// Whatever is written, the document parses, and its texts come back.
func TestDocumentsParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title, text := rapid.String().Draw(t, "title"), rapid.StringMatching(`[ -~µ≠Δ]*[!-~]`).Draw(t, "text")
		w := svg.New(rapid.Float64().Draw(t, "width"), 10, title, text)
		w.Open("g", "fill", text)
		w.Text(rapid.Float64().Draw(t, "x"), math.NaN(), text)
		w.Element("circle", "cx", 1.0, "cy", 2, "r", math.Inf(1))
		w.Line(0, 0, 1, 1, "stroke", text)
		elements, err := svgtest.Parse(w.String())
		if err != nil {
			t.Fatal(err)
		}
		if titles := svgtest.Texts(elements, "title"); len(titles) != 1 {
			t.Fatalf("titles %q, expected that of the document", titles)
		}
		if text != "" && len(svgtest.Texts(elements, "desc")) != 1 {
			t.Fatal("no description")
		}
		for _, name := range []string{"text", "desc"} {
			for _, found := range svgtest.Texts(elements, name) {
				if found != trim(text) {
					t.Fatalf("%s %q, expected %q", name, found, text)
				}
			}
		}
	})
}

// trim takes blanks off both ends, as the parser does.
func trim(text string) string {
	for len(text) > 0 && text[0] == ' ' {
		text = text[1:]
	}
	return text
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		number   float64
		expected string
	}{{0, "0"}, {1, "1"}, {-0.001, "0"}, {0.125, "0.13"}, {1e6, "1000000"}, {1.5, "1.5"}, {math.NaN(), "0"}, {math.Inf(-1), "-10000000"}} {
		if got := svg.Number(test.number); got != test.expected {
			t.Errorf("%v is written %s, expected %s", test.number, got, test.expected)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text     string
		width    float64 // in characters
		expected []string
	}{
		{"", 10, nil},
		{"one two three", 100, []string{"one two three"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"unbreakable x", 5, []string{"unbre", "akabl", "e x"}},
		{"Δ Δ Δ", 3, []string{"Δ Δ", "Δ"}},
	} {
		if got := svg.Wrap(test.text, test.width*0.52*10+1, 10); !slices.Equal(got, test.expected) {
			t.Errorf("%q in %v characters: %q, expected %q", test.text, test.width, got, test.expected)
		}
	}
}
