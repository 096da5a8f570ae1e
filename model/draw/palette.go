package draw

import (
	"fmt"
	"strings"

	"qmsat/internal/pattern"
	"qmsat/internal/svg"
)

// The colours of everything but clues.
const (
	paper           = "#ffffff"
	givenColour     = "#000000"
	foundColour     = "#1c4587"
	lineColour      = "#222222"
	thinColour      = "#888888"
	cageColour      = "#555555"
	throughColour   = "#b0b0b0"
	candidateColour = "#444444"
)

// The colours of clues are those of setters' programs. Diagonals, and chalk and ink of dots, are the same by day and by night.
const (
	grey, darkGrey    = "#cfcfcf", "#a1a1a1"
	paleGrey          = "#e2e2e2"
	green, purple     = "#67f067", "#f067f0"
	blue, lilac       = "#2ecbff", "#cdb1ff"
	orange, teal      = "#ffccaa", "#33bbbb"
	mustard, pink     = "#c9c883", "#e08fb0"
	yellow            = "#f5dd66"
	diagonalBlue      = "#34bbe6"
	redTint, blueTint = "#f5c6c6", "#c9d2f7"
	greenTint         = "#c9ebc9"
	chalk, ink        = "#fefefe", "#010101"
)

// night has the colours in the dark of those by day that would not do there.
var night = [][2]string{
	{paper, "#1f2023"}, {givenColour, "#f4f4f4"}, {foundColour, "#8ab8ff"}, {lineColour, "#d8d8d8"}, {thinColour, "#7a7a7a"},
	{cageColour, "#b4b4b4"}, {throughColour, "#5a5a5a"}, {candidateColour, "#c4c4c4"},
	{grey, "#55575c"}, {paleGrey, "#3c3e42"}, {darkGrey, "#85888e"}, {green, "#2f8a35"}, {purple, "#963c98"}, {blue, "#1f7fa3"},
	{lilac, "#7659a8"}, {orange, "#a3693c"}, {teal, "#1f7a7a"}, {mustard, "#77763a"}, {pink, "#914663"}, {yellow, "#85711c"},
	{redTint, "#6b3434"}, {blueTint, "#38447a"}, {greenTint, "#2f5a34"},
	{roleStyles[Pattern].fill, "#2c6a2c"}, {roleStyles[Second].fill, "#7d5d10"}, {roleStyles[Fin].fill, "#2d5688"},
	{roleStyles[Eliminated].fill, "#7d3535"}, {roleStyles[Placed].stroke, "#5fd35f"}, {struckColour, "#ff8080"}, {linkColour, "#c9a0f5"},
}

// plainColour matches colours that need nothing from outside of the document.
var plainColour = pattern.New(`^(#[0-9a-f]{3,8}|[a-z]+|rgba?\([0-9., %]+\))$`)

// colourOr returns a colour of a sheet as the palette writes it, or another one if it is not plain.
func colourOr(colour, otherwise string) string {
	if colour = strings.ToLower(colour); plainColour().MatchString(colour) {
		return colour
	}
	return otherwise
}

// follow makes a document dark for readers who prefer that.
func follow(w *svg.Writer) {
	var rules strings.Builder
	fmt.Fprintf(&rules, "@media (prefers-color-scheme: dark) {\nsvg {fill: %s}\n", night[1][1])
	for _, c := range night {
		for _, of := range []string{"fill", "stroke"} {
			if w.Holds(fmt.Sprintf(`%s="%s"`, of, c[0])) {
				rules.WriteString(nightRule(of, c) + "\n")
			}
		}
	}
	w.Style(rules.String() + "}\n")
}

// nightRule turns a colour by day into the one in the dark, in fills or strokes.
func nightRule(of string, c [2]string) string {
	return fmt.Sprintf(`[%s="%s"] {%s: %s}`, of, c[0], of, c[1])
}
