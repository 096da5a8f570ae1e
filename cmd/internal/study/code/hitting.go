package code

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"qmsat/model"
	"qmsat/model/engine"
)

// Critical finds critical sets: minimal sets of cells that fix a word, so that no other word has the same values there. An engine
// decides whether cells fix a word; no list of words and no symmetry is used.
type Critical struct {
	Asked   int // questions to the engine
	session engine.Session
}

// ErrNotCritical means that a set of cells is not critical.
var ErrNotCritical = errors.New("not a critical set")

// NewCritical opens a session of an engine, one that finds and lists all words, for a Δ from 2 to 9.
func NewCritical(ctx context.Context, delta int, chosen engine.Chosen) (*Critical, error) {
	m, err := model.QuasiMagic(side, delta)
	if err != nil {
		return nil, err
	}
	session, err := chosen.Engine.Open(ctx, m, chosen.Options)
	return &Critical{session: session}, err
}

// Close ends the session.
func (c *Critical) Close() error { return c.session.Close() }

// another finds another word with the same values in some cells. It returns the cells in which that word differs, or nothing.
func (c *Critical) another(ctx context.Context, w *Word, given cellSet) (differ cellSet, err error) {
	c.Asked++
	some := given.of(w)
	result, err := c.session.Run(ctx, cubeOf(&some), 2, func(a model.Assignment) bool {
		for cell, value := range w {
			if a[cell] != int(value) {
				differ.add(cell)
			}
		}
		return differ == cellSet{}
	})
	if err == nil && differ == (cellSet{}) && !result.Complete() {
		err = cmp.Or(result.Cause, context.Cause(ctx))
	}
	return differ, err
}

// Givens returns the number of cells that an incomplete word has.
func Givens(some *Word) int { return Length - empty(some).size() }

// Random returns a critical set of a word. It removes cells in random order while the rest fixes the word. For each remaining
// cell the engine has found another word without it.
func (c *Critical) Random(ctx context.Context, w *Word, random *rand.Rand) (Word, error) {
	given := allCells
	for _, cell := range random.Perm(Length) {
		fewer := given.without(single(cell))
		differ, err := c.another(ctx, w, fewer)
		if err != nil {
			return Word{}, err
		}
		if differ == (cellSet{}) {
			given = fewer
		}
	}
	return given.of(w), nil
}

// Smallest returns all smallest critical sets of a word, and their size. If their size is above most, or the context ends, it
// returns no sets. Then no set with fewer cells than the returned size fixes the word. Smallest tries sets that meet every known
// unavoidable set. If such a set does not fix the word, the engine's second solution gives a further unavoidable set (McGuire,
// Tugemann, Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23, 2014). Time grows about tenfold with each cell.
func (c *Critical) Smallest(ctx context.Context, w *Word, most int) (sets []Word, givens int, err error) {
	h := &hitting{Critical: c, ctx: ctx, word: w}
	for ; givens <= most && len(h.fixing) == 0; givens++ {
		if err := h.extend(cellSet{}, cellSet{}, givens); err != nil {
			return nil, givens, err
		}
	}
	if len(h.fixing) > 0 {
		givens--
	}
	return h.fixing, givens, nil
}

// Check reports why a set of cells, with the values of a word, is not critical, as [ErrNotCritical]. Any other error is the
// context's cause or the engine's.
func (c *Critical) Check(ctx context.Context, w, set *Word) error {
	given := allCells.without(empty(set))
	differ, err := c.another(ctx, w, given)
	if err == nil && differ != (cellSet{}) {
		err = fmt.Errorf("%w: %v also fits a word other than %v", ErrNotCritical, set, w)
	}
	for _, cell := range given.cells() {
		if err == nil {
			if differ, err = c.another(ctx, w, given.without(single(cell))); err == nil && differ == (cellSet{}) {
				err = fmt.Errorf("%w: %v without cell %d still fixes the word", ErrNotCritical, set, cell+1)
			}
		}
	}
	return err
}

// hitting is a search for sets of cells that meet all unavoidable sets of a word.
type hitting struct {
	*Critical
	ctx         context.Context
	word        *Word
	unavoidable []cellSet // those known
	fixing      []Word
	nodes       int
}

// extend adds a number of cells that are not excluded to the given ones, in all ways that fix the word.
func (h *hitting) extend(given, excluded cellSet, more int) error {
	h.nodes++
	if h.nodes%nodesPerPoll == 0 && h.ctx.Err() != nil {
		return context.Cause(h.ctx)
	}
	open, size := cellSet{}, Length+1
	for _, set := range h.unavoidable {
		if !set.meets(given) {
			if left := set.without(excluded); left.size() < size {
				open, size = left, left.size()
			}
		}
	}
	if size > Length {
		differ, err := h.another(h.ctx, h.word, given)
		if err != nil {
			return err
		}
		if differ == (cellSet{}) {
			h.fixing = append(h.fixing, given.of(h.word))
			return nil
		}
		if differ, err = h.least(differ); err != nil {
			return err
		}
		h.unavoidable = append(h.unavoidable, differ)
		open = differ.without(excluded)
	}
	if more == 0 {
		return nil
	}
	for _, cell := range open.cells() {
		if err := h.extend(given.with(cell), excluded, more-1); err != nil {
			return err
		}
		excluded.add(cell)
	}
	return nil
}

// least returns an unavoidable set within a set in which another word differs.
func (h *hitting) least(differ cellSet) (cellSet, error) {
	for _, cell := range differ.cells() {
		if !differ.has(cell) {
			continue
		}
		inner, err := h.another(h.ctx, h.word, allCells.without(differ).with(cell))
		if err != nil {
			return differ, err
		}
		if inner != (cellSet{}) {
			differ = inner
		}
	}
	return differ, nil
}
