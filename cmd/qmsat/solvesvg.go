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
	m := s.task.ranked()
	if m.Grid == nil {
		return usageErrorf("--format svg: %v", draw.ErrNoGrid)
	}
	var pictures, ofPuzzle []draw.Picture
	puzzle, most := 0, draw.Most(m)
	if s.limit == 0 || s.limit > uint64(most) {
		s.limit = uint64(most) + 1 // one more than is drawn shows that there are more
	}
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
		if len(pictures) > most {
			pictures = pictures[:most]
			return tooManyPictures(most)
		}
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

// tooManyPictures says why a command stopped before its end.
func tooManyPictures(most int) error {
	return &exitError{statusStopped, fmt.Errorf("--format svg: stopped after %d pictures, the most that one document has", most)}
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
