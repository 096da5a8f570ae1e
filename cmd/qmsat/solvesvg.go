package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/draw"
)

// draw searches the puzzles and draws each with its solutions, or with its givens alone where it has none, as one document.
func (s *search) draw(ctx context.Context, streams streams, args []string) error {
	m := s.task.model
	if m.Grid == nil {
		return usageErrorf("--format svg: %v", draw.ErrNoGrid)
	}
	var pictures, ofPuzzle []draw.Picture
	puzzle := 0
	s.solution = func(a model.Assignment) error {
		ofPuzzle = append(ofPuzzle, draw.Picture{Solution: slices.Clone(a)})
		return nil
	}
	s.done = func(p model.Puzzle, o outcome) error {
		puzzle++
		captionPictures(&ofPuzzle, pictureName(p, puzzle), o)
		for _, picture := range ofPuzzle {
			picture.Givens = slices.Concat(s.task.givens, p.Cube)
			pictures = append(pictures, picture)
		}
		ofPuzzle = ofPuzzle[:0]
		return nil
	}
	err := s.run(ctx, streams, args, newLines(streams.out))
	exit := new(exitError)
	if err != nil && len(pictures) == 0 || errors.As(err, &exit) && exit.status == statusUsage {
		return err
	}
	if len(pictures) == 1 && pictures[0].Solution != nil {
		pictures[0].Caption = "" // nothing to tell it from
	}
	out := newLines(streams.out)
	return firstError(outputError(draw.SVG(out.w, m, pictures)), out.flush(), err)
}

func pictureName(p model.Puzzle, number int) string {
	if p.File == "" {
		return fmt.Sprintf("puzzle %d", number)
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// captionPictures gives the pictures of one puzzle their captions. A puzzle without solutions gets a picture of its givens.
func captionPictures(pictures *[]draw.Picture, name string, o outcome) {
	if len(*pictures) == 0 {
		*pictures = append(*pictures, draw.Picture{Caption: name + ": " + o.withoutSolution()})
		return
	}
	for i := range *pictures {
		(*pictures)[i].Caption = name
		if len(*pictures) > 1 {
			(*pictures)[i].Caption = fmt.Sprintf("%s, solution %d", name, i+1)
		}
	}
}
