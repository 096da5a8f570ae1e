package main

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"time"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
)

// batches are the puzzles of the arguments; those of one batch have the same model.
type batches struct {
	whole *task
	next  func() (model.Puzzle, error, bool)
	head  model.Puzzle // the next puzzle; valid unless ended
	ended bool         // no puzzle is left, or none was read yet
	taken int          // how many
	spans []int        // of the batches that follow
	batch *puzzles
}

// each makes an action run once for each batch. A batch that is stopped, or in which a check fails, does not keep the
// next from running; the first such error is returned.
func (f *modelFlags) each(run action) action {
	return func(ctx context.Context, streams streams, args []string) (failed error) {
		f.batches = &batches{batch: &puzzles{all: those(nil)}, ended: true}
		for first := true; first || !f.batches.ended; first = false {
			err, exit := run(ctx, streams, args), new(exitError)
			failed = cmp.Or(failed, err)
			if err != nil && (!errors.As(err, &exit) || exit.status != statusStopped && exit.status != statusCheck || ctx.Err() != nil) {
				return err
			}
			for _, err := range f.batches.batch.all { // that the run did not take, since it was stopped before
				if err != nil {
					return inputError(err)
				}
			}
		}
		return failed
	}
}

// oneDocument are the flags whose result holds puzzles of one model.
var oneDocument = []string{"checkpoint", "proof", "pictures"}

// batch returns the task of the next batch. Its first call reads the arguments.
func (f *modelFlags) batch(ctx context.Context, streams streams) (*task, error) {
	p := f.batches
	if p.whole == nil {
		t, err := f.whole(ctx, streams)
		if err != nil {
			return nil, err
		}
		all, err := t.readPuzzles(streams.in, f.set.Args())
		one := lists.Filter(oneDocument, f.set.Changed)
		drawn := f.together || slices.Contains(one, "pictures")
		if format := f.set.Lookup("format"); format != nil && format.Value.String() == "svg" {
			one, drawn = append(one, "format svg"), true
		}
		if f.together {
			one = append(one, "")
		}
		if err == nil && len(one) > 0 {
			var list []model.Puzzle
			if list, err = model.CollectPuzzles(all.all); err == nil {
				all.all, all.total = those(list), len(list)
				err = t.mustBeOne(list, one[0], drawn)
			}
		}
		if err != nil {
			return nil, inputError(err)
		}
		if all.alike {
			p.ended = false
			t.batch = &puzzles{total: all.total, all: func(yield func(model.Puzzle, error) bool) {
				if !p.ended {
					p.ended = true
					all.all(yield)
				}
			}}
			p.batch = t.batch
			return t, nil
		}
		p.whole, p.spans = t, all.spans
		p.next, _ = iter.Pull2(all.all)
		if err := p.advance(); err != nil {
			return nil, inputError(err)
		}
	}
	if p.ended {
		p.whole.batch = &puzzles{all: those(nil)}
		p.batch = p.whole.batch
		return p.whole, nil
	}
	first := p.head
	t := p.whole.of(first)
	if p.taken > 1 {
		t.begun = time.Now()
	}
	t.batch = &puzzles{total: unknownTotal, all: func(yield func(model.Puzzle, error) bool) {
		for !p.ended && t.sameModel(p.head, first) {
			if !yield(p.head, nil) {
				p.ended = true
			} else if err := p.advance(); err != nil {
				yield(model.Puzzle{}, err)
			}
		}
	}}
	if p.batch = t.batch; len(p.spans) > 0 {
		t.batch.total, p.spans = p.spans[0], p.spans[1:]
	}
	return t, nil
}

// mustBeOne refuses puzzles of several models for a flag whose result holds puzzles of one; drawn: with one look, too.
func (t *task) mustBeOne(list []model.Puzzle, flag string, drawn bool) error {
	if !slices.ContainsFunc(list, func(q model.Puzzle) bool { return !t.sameModel(q, list[0]) || drawn && !t.sameLook(q, list[0]) }) {
		return nil
	}
	if flag != "" {
		flag = "--" + flag + ": "
	}
	return usageErrorf("%sfound %d puzzles, expected one, or givens of the same model", flag, len(list))
}

// advance takes the next puzzle.
func (p *batches) advance() error {
	q, err, ok := p.next()
	if p.ended = !ok || err != nil; p.ended {
		return err
	}
	p.head = q
	p.taken++
	return nil
}

// of returns the task of a puzzle, which may have a model of its own.
func (t *task) of(p model.Puzzle) *task {
	own := *t
	switch {
	case p.Model == nil || p.Model == t.first:
		return &own
	case p.Model.Grid != nil && p.Model.Grid == t.model.Grid:
		narrow := *p.Model
		own.model, narrow.Objective = &narrow, nil
		own.document = t.document.Narrowed(narrow.Variables)
	default:
		own.setUp(cmp.Or(t.documents[p.Model], document.New(p.Model)))
		own.parts = nil
		if t.notation != t.model.Notation() && own.model.CanWrite(t.notation) == nil {
			own.notation = t.notation
		}
	}
	return &own
}

// sameLook reports whether pictures of two puzzles with the same model show the same clues, title and notes beside their givens.
func (t *task) sameLook(p, q model.Puzzle) bool {
	if p.Model == q.Model {
		return true
	}
	x, y := t.documents[p.Model], t.documents[q.Model]
	return x != nil && y != nil && x.Model.Name == y.Model.Name && (x.Sheet.Empty() && y.Sheet.Empty() || reflect.DeepEqual(x.Sheet, y.Sheet)) &&
		reflect.DeepEqual(x.Entries, y.Entries)
}

// sameModel reports whether two puzzles have the same model, so that they can share a session.
func (t *task) sameModel(p, q model.Puzzle) bool {
	if p.Model == q.Model {
		return true
	}
	return cmp.Or(p.Model, t.model).Hash() == cmp.Or(q.Model, t.model).Hash()
}
