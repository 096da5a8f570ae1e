// Package svgtest checks drawings, for tests.
package svgtest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Element is one element of a document, with the text that stands in it.
type Element struct {
	Name       string
	Attributes map[string]string
	Text       string
}

// numeric are the attributes that hold numbers, and numbers is what they and paths may consist of.
var (
	numeric = []string{"x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "font-size", "stroke-width"}
	numbers = regexp.MustCompile(`^-?[0-9]+(\.[0-9]{1,2})?$`)
	path    = regexp.MustCompile(`^(M[-0-9.]+ [-0-9.]+(L[-0-9.]+ [-0-9.]+)*Z?)*$`)
)

// Parse reads a document and returns its elements in order. The error says what makes it ill-formed: XML that does not
// parse, a number that is NaN or infinite, an id, a reference to something outside.
func Parse(text string) ([]Element, error) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	var elements []Element
	var open []int // indices of elements
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return elements, nil
		} else if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			element, err := read(token)
			if err != nil {
				return nil, err
			}
			open = append(open, len(elements))
			elements = append(elements, element)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				elements[open[len(open)-1]].Text += strings.TrimSpace(string(token))
			}
		}
	}
}

func read(token xml.StartElement) (Element, error) {
	element := Element{Name: token.Name.Local, Attributes: map[string]string{}}
	for _, a := range token.Attr {
		name, value := a.Name.Local, a.Value
		element.Attributes[name] = value
		switch {
		case slices.Contains(numeric, name) && !numbers.MatchString(value):
			return element, fmt.Errorf("%s: %s=%q, expected a number", element.Name, name, value)
		case name == "d" && !path.MatchString(value):
			return element, fmt.Errorf("%s: %s=%q, expected straight lines", element.Name, name, value)
		case name == "id", name == "href", name == "src":
			return element, fmt.Errorf("%s: %s=%q, expected none", element.Name, name, value)
		}
	}
	return element, nil
}

// Texts returns the texts of the elements of a name.
func Texts(elements []Element, name string) []string {
	var texts []string
	for _, e := range elements {
		if e.Name == name {
			texts = append(texts, e.Text)
		}
	}
	return texts
}

// Outside returns descriptions of what lies outside of the drawing: ends of lines, corners and anchors of texts. What a
// group moves is taken for where it would be without.
func Outside(elements []Element) []string {
	if len(elements) == 0 || elements[0].Name != "svg" {
		return []string{"no drawing"}
	}
	width, height := number(elements[0], "width"), number(elements[0], "height")
	var outside []string
	check := func(e Element, x, y float64) {
		if x < 0 || x > width || y < 0 || y > height {
			outside = append(outside, fmt.Sprintf("%s %q at %g, %g of %g, %g", e.Name, e.Text, x, y, width, height))
		}
	}
	for _, e := range elements[1:] {
		switch e.Name {
		case "text":
			check(e, number(e, "x"), number(e, "y"))
		case "rect":
			check(e, number(e, "x"), number(e, "y"))
			check(e, number(e, "x")+number(e, "width"), number(e, "y")+number(e, "height"))
		case "line":
			check(e, number(e, "x1"), number(e, "y1"))
			check(e, number(e, "x2"), number(e, "y2"))
		case "path":
			points := strings.FieldsFunc(e.Attributes["d"], func(r rune) bool { return strings.ContainsRune("MLZ ", r) })
			for i := 0; i+1 < len(points); i += 2 {
				x, _ := strconv.ParseFloat(points[i], 64)
				y, _ := strconv.ParseFloat(points[i+1], 64)
				check(e, x, y)
			}
		}
	}
	return outside
}

// number returns an attribute that [Parse] found to be a number, or 0 if there is none.
func number(e Element, attribute string) float64 {
	n, _ := strconv.ParseFloat(e.Attributes[attribute], 64)
	return n
}
