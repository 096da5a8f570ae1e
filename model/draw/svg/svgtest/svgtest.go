// Package svgtest checks drawings, for tests.
package svgtest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
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

// Parse reads a document and returns its elements in order. The error says what makes it ill-formed: XML that does not parse,
// a number that is none or infinite, an id, a reference to something outside.
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

// read checks an element's attributes.
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
