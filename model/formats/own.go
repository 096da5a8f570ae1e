package formats

import (
	"context"
	"strings"

	"qmsat/model/document"
	"qmsat/model/draw"
)

// The formats of qmsat itself.
func init() {
	Register(Format{
		Name: "yaml", Suffixes: []string{".yaml", ".yml"}, Summary: "qmsat model (YAML)", Read: readYAML, Write: writeYAML,
	})
	Register(Format{Name: "svg", Suffixes: []string{".svg"}, Summary: "picture (SVG)", Write: writeSVG})
}

func readYAML(text string) (*Puzzle, error) {
	d, err := document.Read(context.Background(), "", strings.NewReader(text))
	return &Puzzle{Document: d}, err
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
