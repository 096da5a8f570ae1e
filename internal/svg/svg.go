package svg

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// font is the typeface of all text: what comes closest to Helvetica on the reader's machine.
const font = "Helvetica, Arial, Liberation Sans, sans-serif"

// Writer collects a document. Lengths are in user units, one of which is a CSS pixel at the document's own size; x runs to
// the right and y downwards.
type Writer struct {
	text strings.Builder
	open []string // the elements that are not closed yet, outermost first
}

// Attributes are names and values in turn; a value is a string, an int or a float64.
type Attributes = []any

// New begins a document of the given size. Title names it, for readers who cannot see it and as a tooltip; description,
// which may be empty, says more. The document scales to the width that it is given.
func New(width, height float64, title, description string) *Writer {
	w := &Writer{}
	box := "0 0 " + Number(width) + " " + Number(height)
	w.Open("svg", "xmlns", "http://www.w3.org/2000/svg", "viewBox", box, "width", width, "height", height,
		"role", "img", "font-family", font)
	w.content("title", title)
	if description != "" {
		w.content("desc", description)
	}
	return w
}

// Open begins an element that holds others.
func (w *Writer) Open(name string, attributes ...any) {
	w.tag(name, attributes)
	w.text.WriteString(">\n")
	w.open = append(w.open, name)
}

// Close ends the element that was begun last.
func (w *Writer) Close() {
	last := len(w.open) - 1
	fmt.Fprintf(&w.text, "</%s>\n", w.open[last])
	w.open = w.open[:last]
}

// Element writes an element that holds nothing.
func (w *Writer) Element(name string, attributes ...any) {
	w.tag(name, attributes)
	w.text.WriteString("/>\n")
}

// Line writes a straight line.
func (w *Writer) Line(x1, y1, x2, y2 float64, attributes ...any) {
	w.Element("line", append(Attributes{"x1", x1, "y1", y1, "x2", x2, "y2", y2}, attributes...)...)
}

// Text writes one line of text whose baseline starts at x, y, or is centred or ends there as text-anchor says.
func (w *Writer) Text(x, y float64, text string, attributes ...any) {
	w.content("text", text, append(Attributes{"x", x, "y", y}, attributes...)...)
}

// Title names the element that is open, for readers who cannot see it and as a tooltip.
func (w *Writer) Title(text string) { w.content("title", text) }

// Style writes style rules. They must have no < and no &.
func (w *Writer) Style(rules string) { w.text.WriteString("<style>\n" + rules + "</style>\n") }

// Include writes what another writer has collected.
func (w *Writer) Include(part *Writer) { w.text.WriteString(part.String()) }

// Holds reports whether the document so far has the text.
func (w *Writer) Holds(text string) bool { return strings.Contains(w.text.String(), text) }

func (w *Writer) content(name, text string, attributes ...any) {
	w.tag(name, attributes)
	fmt.Fprintf(&w.text, ">%s</%s>\n", escape(text), name)
}

// tag writes an element's start up to its closing bracket.
func (w *Writer) tag(name string, attributes Attributes) {
	w.text.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		fmt.Fprintf(&w.text, ` %s="%s"`, attributes[i], value(attributes[i+1]))
	}
}

func value(v any) string {
	if number, ok := v.(float64); ok {
		return Number(number)
	}
	return escape(fmt.Sprint(v))
}

// String ends the document and returns it, without a heading that would keep it out of an HTML page.
func (w *Writer) String() string {
	for len(w.open) > 0 {
		w.Close()
	}
	return w.text.String()
}

// WriteTo ends the document and writes it as a file of its own.
func (w *Writer) WriteTo(out io.Writer) (int64, error) {
	n, err := io.WriteString(out, xml.Header+w.String())
	return int64(n), err
}

// limit bounds the magnitude of lengths, to what every viewer can count in.
const limit = 1e7

// Number writes a length to hundredths, without needless zeros; one beyond ±10⁷ becomes that, and what is no number 0.
func Number(x float64) string {
	if math.IsNaN(x) {
		return "0"
	}
	x = max(-limit, min(limit, x))
	rounded := math.Round(x*100) / 100
	if rounded == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Path is the data of a path element.
type Path struct {
	text strings.Builder
}

// Line begins a new part of the path: straight lines through points, x and y of each.
func (p *Path) Line(points ...float64) {
	for i := 0; i < len(points); i += 2 {
		fmt.Fprintf(&p.text, "%c%s %s", "ML"[min(i, 1)], Number(points[i]), Number(points[i+1]))
	}
}

// Close goes back to where the part began.
func (p *Path) Close() { p.text.WriteString("Z") }

// String returns the path's data, the value of the attribute d.
func (p *Path) String() string { return p.text.String() }

// escape writes text for use between tags and in attributes.
func escape(text string) string {
	var escaped strings.Builder
	// A strings.Builder takes every write.
	_ = xml.EscapeText(&escaped, []byte(text))
	return escaped.String()
}

// Wrap breaks text at blanks, and words that are longer than a line, into lines that are at most width wide at the given font size, as
// far as this can be told without the font: a character counts as 0.52 of the size, the mean of English text in Helvetica.
func Wrap(text string, width, size float64) []string {
	most := max(1, int(width/(0.52*size)))
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		for part := range slices.Chunk([]rune(word), most) { // a word longer than a line is broken
			if line != "" && len([]rune(line))+1+len(part) > most {
				lines = append(lines, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += string(part)
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
