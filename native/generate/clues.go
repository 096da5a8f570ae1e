package generate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/model/variant"
)

// Wanted is a kind of clues to add to a model.
type Wanted struct {
	Kind  variant.Kind
	Count int // exactly that many; 0: as many as a unique solution needs
}

// CluePuzzle is a puzzle with clues of its own.
type CluePuzzle struct {
	Puzzle
	Document *document.Document
	Lacks    []string       // why it has no clue of a wanted kind, for each such kind
	clues    []variant.Clue // that were drawn and are needed; all that were drawn if they are too few for a puzzle
}

// Clued makes puzzles with clues that are drawn from a random full grid.
type Clued struct {
	Document *document.Document // its clues and givens are in every puzzle; open sums are filled in
	Wanted   []Wanted
	Options  Options // of the givens; Accept is not used
	Accept   func(ctx context.Context, p CluePuzzle) (bool, error)
	Open     func(ctx context.Context, m *model.Model) (engine.Session, error)
}

// Puzzle makes a puzzle with one solution. First, givens are removed in random order, then each clue that the others imply. If it finds none with the
// requested properties, the error is an [UnreachedError], and the puzzle is the closest one, if there is any.
func (c *Clued) Puzzle(ctx context.Context, random *rand.Rand) (CluePuzzle, error) {
	session, err := c.Open(ctx, c.Document.Model)
	if err != nil {
		return CluePuzzle{}, err
	}
	defer session.Close()
	options := c.Options
	options.Givens = AsFewAsRemovalLeaves // clues may make up for fewer givens than the model alone needs
	base, err := New(ctx, c.Document.Model, c.Document.Givens, session, options)
	if err != nil {
		return CluePuzzle{}, err
	}
	if base.options = c.Options; c.Options.Givens >= 0 && !base.units.reaches(c.Options.Givens) {
		return CluePuzzle{}, fmt.Errorf("%d givens, expected a number from 0 to %d that the symmetry allows", c.Options.Givens, base.units.cells)
	}
	failed, closest := UnreachedError{Status: Status{Closest: -1}}, CluePuzzle{}
	missing := math.MaxInt // clues of the closest
	for failed.Try = 1; ; failed.Try++ {
		base.show(&failed)
		p, done, err := c.try(ctx, random, base)
		if done || err != nil && ctx.Err() == nil {
			return p, err
		}
		found, givens := c.missing(p.clues), -1
		if p.Document != nil {
			givens = len(p.Givens)
		}
		if (p.Document != nil || len(p.clues) > 0) && (found < missing || found == missing && base.distance(givens) < base.distance(failed.Closest)) {
			missing, failed.Closest, failed.Best, failed.Clues, closest = found, givens, p.Puzzle, c.tally(p.clues), p
		}
		if failed.Err = err; err != nil || failed.Try == c.Options.Tries {
			return closest, &failed
		}
	}
}

// try makes a puzzle from one full grid, and reports whether it meets the options.
func (c *Clued) try(ctx context.Context, random *rand.Rand, base *Generator) (p CluePuzzle, done bool, err error) {
	grid, err := base.Grid(ctx, random)
	if err != nil {
		return p, false, err
	}
	p.Solution = grid
	d := newClueDrawer(random, c.Document.Model, grid, c.Open)
	plain, fixed, err := c.layout(ctx, d)
	if err != nil {
		return p, false, err
	}
	for _, wanted := range c.Wanted {
		clues, err := d.draw(ctx, wanted.Kind, cmp.Or(wanted.Count, -1))
		if err != nil {
			return p, false, err
		}
		p.clues = append(p.clues, clues...)
	}
	drawn := p.clues
	if c.missing(drawn) > 0 {
		return p, false, nil
	}
	t := &cluedTry{Clued: c, plain: plain, solution: grid, units: base.units}
	if p.Givens, err = t.prune(ctx, random, slices.Concat(fixed, drawn)); err != nil {
		return p, false, err
	}
	left, err := t.drop(ctx, random, fixed, drawn, p.Givens)
	if err != nil {
		return p, false, err
	}
	p.clues = left
	if p.Document, err = t.plain.With(slices.Concat(fixed, left)...); err != nil {
		return p, false, err
	}
	for _, w := range c.Wanted {
		why := "the solution is unique without one"
		if w.among(drawn) == 0 {
			why = "no place was left for one"
		}
		if w.among(left) == 0 {
			p.Lacks = append(p.Lacks, fmt.Sprintf("no %s: %s; %[1]s:1 asks for one", w.Kind.Name, why))
		}
	}
	if c.missing(left) > 0 || c.Options.Givens >= 0 && len(p.Givens) != c.Options.Givens {
		return p, false, nil
	}
	err = t.ask(ctx, slices.Concat(fixed, left), func(o *oracle) (err error) {
		p.Solution, err = o.solution(ctx, p.Givens)
		return err
	})
	if err != nil {
		return p, false, err
	}
	if c.Accept != nil {
		done, err = c.Accept(ctx, p)
		return p, done, err
	}
	return p, true, nil
}

// missing returns how many of the wanted clues are not there. There are never more than wanted.
func (c *Clued) missing(clues []variant.Clue) int {
	return lists.Sum(c.Wanted, func(w Wanted) int { return max(0, w.Count-w.among(clues)) })
}

// tally says how many clues there are of each kind, and how many are wanted.
func (c *Clued) tally(clues []variant.Clue) string {
	return strings.Join(lists.Map(c.Wanted, func(w Wanted) string {
		text := fmt.Sprintf("%s %d", w.Kind.Name, w.among(clues))
		if w.Count > 0 {
			text += fmt.Sprintf(" of %d", w.Count)
		}
		return text
	}), ", ")
}

// among counts the clues of this kind.
func (w Wanted) among(clues []variant.Clue) int {
	return lists.Count(clues, func(n variant.Clue) bool { return variant.KindOf(n) == w.Kind.Name })
}

// layout returns the document without the clues that leave numbers open, and these clues with the grid's numbers.
func (c *Clued) layout(ctx context.Context, d *clueDrawer) (*document.Document, []variant.Clue, error) {
	var filled []variant.Clue
	open := map[int]bool{}
	for i, e := range c.Document.Entries {
		if e.Clue == nil || openNumber(e.Clue).Kind() != reflect.Pointer || len(c.Document.Added(i)) > 0 {
			continue
		}
		copied := reflect.New(reflect.TypeOf(e.Clue).Elem())
		copied.Elem().Set(reflect.ValueOf(e.Clue).Elem())
		n, err := d.filled(ctx, copied.Interface().(variant.Clue))
		if err != nil {
			return nil, nil, err
		}
		if n != nil {
			filled, open[i] = append(filled, n), true
		}
	}
	if len(open) == 0 {
		return c.Document, nil, nil
	}
	plain, err := c.Document.Only(func(model.Constraint) bool { return true }, func(i int) bool { return !open[i] })
	return plain, filled, err
}

// cluedTry is a full grid, with the clues that may be dropped.
type cluedTry struct {
	*Clued
	plain    *document.Document
	solution model.Assignment
	units    *units
}

// ask calls question with an oracle for the model with clues.
func (t *cluedTry) ask(ctx context.Context, clues []variant.Clue, question func(*oracle) error) error {
	with, err := t.plain.With(clues...)
	if err != nil {
		return err
	}
	session, err := t.Open(ctx, with.Model)
	if err != nil {
		return err
	}
	defer session.Close()
	return question(&oracle{session: session, givens: t.Document.Givens})
}

// prune returns the givens that remain if others are removed in random order.
func (t *cluedTry) prune(ctx context.Context, random *rand.Rand, clues []variant.Clue) (givens model.Cube, err error) {
	floor := t.Options.Givens
	if t.Options.Minimal {
		floor = 0
	}
	err = t.ask(ctx, clues, func(o *oracle) error {
		s := newSearch(t.units, o, random, t.solution)
		err := s.prune(ctx, floor)
		givens = slices.Clone(s.puzzle())
		return err
	})
	return givens, err
}

// drop returns the drawn clues that remain if those that the others imply are removed in random order.
func (t *cluedTry) drop(ctx context.Context, random *rand.Rand, fixed, drawn []variant.Clue, givens model.Cube) ([]variant.Clue, error) {
	left := drawn
	for _, i := range random.Perm(len(drawn)) {
		fewer := lists.Filter(left, func(n variant.Clue) bool { return n != drawn[i] })
		solutions := 0
		err := t.ask(ctx, slices.Concat(fixed, fewer), func(o *oracle) error {
			return o.solutions(ctx, givens, 2, func(model.Assignment) bool {
				solutions++
				return true
			})
		})
		if err != nil {
			return nil, err
		}
		if solutions == 1 {
			left = fewer
		}
	}
	return left, nil
}
