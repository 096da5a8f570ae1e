package page

import (
	"bytes"
	"context"
	"encoding/json"

	"qmsat/model"
)

// Puzzle is a model file as JSON, which is YAML. See docs/model.md.
type Puzzle json.RawMessage

// UnmarshalJSON keeps the text.
func (p *Puzzle) UnmarshalJSON(text []byte) error { return (*json.RawMessage)(p).UnmarshalJSON(text) }

// MarshalJSON returns the text.
func (p Puzzle) MarshalJSON() ([]byte, error) { return json.RawMessage(p).MarshalJSON() }

// read returns the model with its givens.
func (p Puzzle) read(ctx context.Context) (*model.Model, model.Cube, error) {
	if len(p) == 0 {
		return nil, nil, badf("found no puzzle, expected a model file as JSON")
	}
	reader, err := model.ReaderOf("yaml", "")
	if err != nil {
		return nil, nil, err
	}
	m, givens, err := reader.Read(ctx, "puzzle", bytes.NewReader(p))
	if err != nil && ctx.Err() == nil {
		err = BadRequest{err}
	}
	return m, givens, err
}
