package formats

import (
	"context"
	"strings"

	"qmsat/internal/pattern"
	"qmsat/model/document"
	"qmsat/model/draw"
)

var pageStart = pattern.New(`^\S+://[^\s#]*#q=`)

// The formats of qmsat itself.
func init() {
	Register(Format{
		Name: "yaml", Suffixes: []string{".yaml", ".yml"}, Summary: "qmsat model (YAML)", Read: readYAML, Write: writeYAML,
	})
	Register(Format{
		Name: "page", Lines: true, Summary: "link to qmsat's page",
		Recognises: func(text string) bool { return pattern.Matches(pageStart, text, "#q=") }, Read: readPage,
	})
	Register(Format{Name: "svg", Suffixes: []string{".svg"}, Summary: "picture (SVG)", Write: writeSVG})
}

func readYAML(text string) (*Puzzle, error) {
	d, err := document.Read(context.Background(), "", strings.NewReader(text))
	return &Puzzle{Document: d}, err
}

// readPage reads the model file, as JSON, that a link to the page holds; the page writes such links.
func readPage(text string) (*Puzzle, error) {
	text, err := inflated(payload(pageStart(), text))
	if err != nil {
		return nil, err
	}
	return readYAML(text)
}

func writeYAML(p *Puzzle) (string, []string, error) {
	var text strings.Builder
	err := p.Write(&text)
	return text.String(), nil, err
}

func writeSVG(p *Puzzle) (string, []string, error) {
	var text strings.Builder
	err := draw.Puzzle(&text, p.Document, []draw.Picture{{Givens: p.Givens}})
	return text.String(), nil, err
}
