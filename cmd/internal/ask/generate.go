package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

func init() {
	register(Method{Name: "generate", Summary: "make puzzles from a seed", emits: []any{Progress{}}, Command: Command{
		Help: `Prints a comment line with the flags, then a puzzle a line with the number of givens and the solution. Puzzles up
to 16×16 have exactly one solution, larger ones only with --unique; --unique=false drops this. --clues
killer,thermometers:4 adds 4 thermometers, and cages only as needed; it prints a model file. A seed gives the same puzzles everywhere.

--level and --needs may take hours. If --tries or --timeout ends the search, the exit status is 3, and the closest puzzle
is a comment. --full prints full grids.`,
		Examples: [][2]string{
			{"--givens 30 --count 3", "three puzzles"},
			{"--clues thermometers --givens 8 --box 2x3", "a puzzle of thermometers, as a model file"},
		},
		Formats: []string{"text", "yaml"}, Output: true,
	}}, generatePuzzle)
}

// The givens and clues of the puzzle that the request is about are in the new one.
type generateRequest struct {
	About
	Givens    int    `json:"givens" flag:"givens" value:"-1" usage:"number of givens, <K>" note:"-1: as few as removal leaves"`
	Unique    *bool  `json:"unique" flag:"unique" usage:"exactly one solution" note:"exactly one solution; null: up to 16×16"`
	Minimal   bool   `json:"minimal" flag:"minimal" usage:"no given can be removed"`
	Symmetric string `json:"symmetric" flag:"symmetric" choice:"symmetries" usage:"<NAME>"`
	Engine    string `json:"engine" flag:"engine" engines:"one" value:"native" usage:"engine <NAME>"`
	Level     string `json:"level" flag:"level" choice:"levels" usage:"difficulty, <NAME>"`
	Needs     string `json:"needs" flag:"needs" choice:"needs" usage:"<TECHNIQUE>"`
	Clues     string `json:"clues" flag:"clues" choice:"wanted" usage:"clues <LIST>" note:"kinds with commas between them, as in killer,thermometers:4"`
	Confirm   string `json:"confirm" flag:"confirm" engines:"auto" usage:"have an unrelated engine <NAME> check each puzzle, or auto"`
	Seed      uint64 `json:"seed" flag:"seed" value:"1" usage:"<S>, the seed"`
	Tries     int    `json:"tries" flag:"tries" value:"1000" least:"0" usage:"stop after <N> full grids"`
	of, by    engine.Chosen
}

// Ready implements [Ready].
func (q *generateRequest) Ready(string) (err error) {
	if q.Unique != nil && !*q.Unique {
		switch {
		case q.Clues != "":
			return errors.New("--unique=false cannot be combined with --clues: clues are chosen to make the solution unique")
		case q.Minimal:
			return errors.New("--minimal needs --unique: only a puzzle with one solution can be minimal")
		case q.Confirm != "":
			return errors.New("--confirm needs --unique: it confirms that a puzzle has one solution")
		case q.Level != "" || q.Needs != "":
			return errors.New("--level and --needs need --unique: only puzzles with one solution are graded")
		case q.Givens < 0:
			return errGivens
		}
	}
	if q.of, err = q.Puzzle.engineNamed(q.Engine, study.FindsAll, study.Lists); err != nil {
		return err
	}
	confirm := q.Confirm
	if q.Clues != "" && confirm == "" && q.Puzzle.Trusted {
		confirm = Unrelated
	}
	q.by, err = Confirming(confirm, q.of.Engine, engine.Result{}, study.Lists)
	return err
}

var errGivens = errors.New("--unique=false needs --givens N, the number of given cells")

// maxUniqueCells is the largest number of cells for which puzzles have one solution by default: 16×16.
const maxUniqueCells = 256

type generateAnswer struct {
	Puzzle Puzzle       `json:"puzzle"`
	Seed   uint64       `json:"seed"`
	Grade  *logic.Grade `json:"grade,omitempty"` // missing if the puzzle has no board, or the time was over
	Cut
	made   generate.CluePuzzle
	givens model.Cube // with those of the request
	q      *generateRequest
	short  string // how it falls short, or ""
}

func generatePuzzle(ctx context.Context, q generateRequest, emit func(any) error) (a generateAnswer, err error) {
	d, err := q.Puzzle.tried(ctx)
	if err != nil {
		return a, err
	}
	if d.Sheet != nil {
		sheet := *d.Sheet
		d.Sheet, sheet.Solution = &sheet, nil // it may be of another puzzle
	}
	unique := len(d.Model.OutputVars()) <= maxUniqueCells
	if q.Unique != nil {
		unique = *q.Unique
	}
	options := generate.Options{
		Givens: q.Givens, Unique: unique, Minimal: q.Minimal, Tries: q.Tries,
		Progress: func(s generate.Status) { _ = emit(Progress{Text: fmt.Sprintf("puzzles (%v)", s)}) }, // an error ends ctx
	}
	if !unique && q.Givens < 0 {
		return a, BadRequest{errGivens}
	}
	if q.Symmetric != "" {
		if options.Symmetry, err = generate.LookupSymmetry(q.Symmetric); err != nil {
			return a, BadRequest{err}
		}
	}
	a = generateAnswer{Seed: q.Seed, q: &q}
	if q.Clues == "" {
		a.made, err = q.plain(ctx, d, options)
	} else {
		a.made, err = q.clued(ctx, d, options)
	}
	if unreached := new(generate.UnreachedError); errors.As(err, &unreached) && (ctx.Err() == nil || errors.Is(unreached.Err, context.Cause(ctx))) {
		return a.unreached(ctx, d.Givens, unreached)
	}
	if errors.Is(err, generate.ErrNoGrid) {
		return generateAnswer{}, badf("%w, expected one to make puzzles from", err)
	}
	if err != nil {
		return generateAnswer{}, badIn(ctx, err)
	}
	for _, why := range a.made.Lacks {
		_ = emit(Note{Text: why, Bare: true}) // an error ends ctx
	}
	a.givens = slices.Concat(d.Givens, a.made.Givens)
	if err = confirmed(ctx, q.by, a.made.Document.Model, a.givens, a.made.Solution); err != nil {
		if said := new(study.Error); errors.As(err, &said) && said.Stopped {
			a.short = "not confirmed"
			return a, err
		}
		return generateAnswer{}, fmt.Errorf("%s: %w", a.line(), err)
	}
	if !q.Puzzle.Trusted {
		err = a.forPage(ctx)
	}
	return a, err
}

// unreached answers with the closest puzzle, if there is one.
func (a generateAnswer) unreached(ctx context.Context, givens model.Cube, found *generate.UnreachedError) (generateAnswer, error) {
	if !a.q.Puzzle.Trusted {
		return generateAnswer{}, badf("no such puzzle was found: %v; another seed or a longer timeout may help", found)
	}
	err := study.Stopped("gave up: %v", found)
	if found.Err != nil && a.q.Clues == "" {
		cause := study.Cause(ctx)
		found.Err = cause
		err = study.Stopped("%w: %v", cause, found)
	}
	if a.q.Clues == "" && found.Closest >= 0 {
		a.made.Puzzle = found.Best
	} else if a.q.Clues == "" || a.made.Document == nil {
		return generateAnswer{}, err
	}
	a.givens, a.short = slices.Concat(givens, a.made.Givens), "request not met"
	return a, err
}

// forPage adds the puzzle as JSON, and its grade.
func (a *generateAnswer) forPage(ctx context.Context) (err error) {
	if a.Puzzle, err = newPuzzle(a.made.Document.WithGivens(a.givens)); err != nil {
		return err
	}
	board, err := logic.NewBoard(ctx, a.made.Document.Model)
	if err != nil {
		return nil
	}
	grade, err := gradeOf(ctx, &logic.Solver{Techniques: logic.Default()}, board, a.givens, nil)
	if err == nil {
		a.Grade = &grade
	} else if ctx.Err() != nil {
		err = nil
	}
	return err
}

// accept returns a test for puzzles of the requested grade, or nil without a grade.
func (q *generateRequest) accept(ctx context.Context, d *document.Document) (func(context.Context, generate.Puzzle) (bool, error), error) {
	demand := logic.Demand{Level: q.Level, Needs: q.Needs}
	if demand == (logic.Demand{}) {
		return nil, nil
	}
	board, err := logic.NewBoard(ctx, d.Model)
	if err != nil {
		return nil, badIn(ctx, err)
	}
	meets, err := demand.Test(board)
	switch {
	case err != nil && q.Level != "":
		return nil, badf("--level %s cannot be combined with --needs %s: %w", q.Level, q.Needs, err)
	case err != nil:
		return nil, badf("--needs %s: %w", q.Needs, err)
	}
	return func(ctx context.Context, p generate.Puzzle) (bool, error) {
		return meets(ctx, slices.Concat(d.Givens, p.Givens))
	}, nil
}

// plain makes a puzzle of the model. Puzzles that may have several solutions follow one another in one stream of random numbers.
func (q *generateRequest) plain(ctx context.Context, d *document.Document, options generate.Options) (p generate.CluePuzzle, err error) {
	o := q.Puzzle.Opened
	if o.generator == nil {
		if options.Accept, err = q.accept(ctx, d); err != nil {
			return p, err
		}
		session, err := q.Puzzle.opened(ctx, q.of, d.Model)
		if err != nil {
			return p, err
		}
		if o.generator, err = generate.New(ctx, d.Model, d.Givens, session, options); err != nil {
			return p, err
		}
		o.random = generate.NewRandom(q.Seed)
	}
	random := o.random
	if options.Unique {
		random = generate.NewStream(q.Seed, uint64(max(q.Puzzle.Number, 1)))
	}
	p.Document = d
	p.Puzzle, err = o.generator.Puzzle(ctx, random)
	return p, err
}

// clued makes a puzzle with clues of its own.
func (q *generateRequest) clued(ctx context.Context, d *document.Document, options generate.Options) (p generate.CluePuzzle, err error) {
	wanted, err := generate.ParseWanted(q.Clues)
	switch {
	case err != nil:
		return p, badf("--clues: %w", err)
	case d.Model.Grid == nil:
		return p, badf("--clues: found a model without a grid, expected a grid")
	}
	maker := generate.Clued{
		Document: d, Wanted: wanted, Options: options,
		Open: func(ctx context.Context, m *model.Model) (engine.Session, error) {
			return q.of.Engine.Open(ctx, m, q.of.Options)
		},
	}
	if q.Level != "" || q.Needs != "" {
		maker.Accept = func(ctx context.Context, p generate.CluePuzzle) (bool, error) {
			meets, err := q.accept(ctx, p.Document)
			if err != nil {
				return false, err
			}
			return meets(ctx, p.Puzzle)
		}
	}
	return maker.Puzzle(ctx, generate.NewStream(q.Seed, 1))
}

// confirmed lets an engine count the solutions, if one is chosen. Unless it finds the given one alone, the error is that of a failed
// check; if ctx ends first, that of a stop.
func confirmed(ctx context.Context, by engine.Chosen, m *model.Model, cube model.Cube, solution model.Assignment) error {
	if by.Engine == nil {
		return nil
	}
	same := true
	c := engine.Confirm(ctx, by, m, cube, 2, func(a model.Assignment) bool {
		same = same && slices.Equal(a, solution)
		return true
	})
	switch {
	case c.Err != nil && !errors.Is(c.Err, context.Cause(ctx)):
		return BadRequest{c.Err}
	case c.Err != nil || c.Outcome == engine.CutOff:
		return study.Stopped("%s did not confirm it: %w", c.By, study.Cause(ctx))
	case same && c.Confirms(engine.Result{Count: big.NewInt(1), Outcome: engine.Exhausted}):
		return nil
	}
	return study.Failed(fmt.Errorf("%s finds no solution, or a different one", c.By))
}

// Print implements [Printer]: a puzzle that falls short is a comment.
func (a generateAnswer) Print(to Output) error {
	text := a.line()
	if to.Format == "yaml" {
		var err error
		if text, err = a.file(); err != nil {
			return err
		}
	}
	if a.short != "" {
		between := " "
		if strings.Contains(text, "\n") {
			between = "\n"
		}
		text = "# " + a.short + ":" + strings.ReplaceAll(between+text, "\n", "\n# ")
	}
	to.Line("%s", text)
	return nil
}

// several reports whether the puzzle may have several solutions.
func (a generateAnswer) several() bool {
	return a.q.Unique == nil && len(a.made.Document.Model.OutputVars()) > maxUniqueCells || a.q.Unique != nil && !*a.q.Unique
}

// line writes the puzzle in a line, followed by the number of givens and the solution if readers of puzzles skip these.
func (a generateAnswer) line() string {
	notation, m := a.q.Puzzle.Notation, a.made.Document.Model
	text := notation.FormatCube(m, a.made.Givens)
	if notation != model.Characters || a.several() {
		return text
	}
	return fmt.Sprintf("%s %d %s", text, len(a.made.Givens), notation.FormatSolution(m, a.made.Solution))
}

// file writes the puzzle as a model file, with its solution if it has only one.
func (a generateAnswer) file() (string, error) {
	written, sheet := a.made.Document.WithGivens(a.givens), document.Sheet{}
	if written.Sheet != nil {
		sheet = *written.Sheet
	}
	grid := written.Model.Grid
	if sheet.Solution = nil; !a.several() && grid != nil {
		sheet.Solution = a.made.Solution[:grid.Cells()]
	}
	written.Sheet = &sheet
	var text bytes.Buffer
	err := written.Write(&text)
	return strings.TrimSuffix(text.String(), "\n"), err
}
