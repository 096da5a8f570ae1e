package modeltest

import (
	"context"
	"io"

	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/variant"
)

// ReadYAML reads a document as its model and givens.
func ReadYAML(file string, r io.Reader) (*model.Model, model.Cube, error) {
	d, err := document.Read(context.Background(), file, r)
	if err != nil {
		return nil, nil, err
	}
	return d.Model, d.Givens, nil
}

// WriteYAML writes a model with givens as a document.
func WriteYAML(m *model.Model, w io.Writer, givens model.Cube) error {
	return document.New(m).WithGivens(givens).Write(w)
}

// AddClues adds what clues mean to a model.
func AddClues(m *model.Model, clues ...variant.Clue) error {
	d := document.New(m)
	err := d.AddClues(clues...)
	*m = *d.Model
	return err
}
