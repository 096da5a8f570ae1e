package ask

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/encode/answer"
	"qmsat/internal/lists"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/model/engine"
	"qmsat/model/symmetry"
)

func init() {
	register(Method{Name: "solve", Summary: "print solutions", emits: []any{Progress{}}, Command: Command{
		Help: `Prints one solution of each puzzle, one a line. --all prints every solution, --limit K the first K.

A puzzle without solution prints "unsatisfiable". A search that was stopped prints "unknown". An engine that may miss
solutions prints "unsolved".

By default native searches. For up to 16 solutions gini starts as well after 5 ms, and the first to finish wins. If
gini is first with several solutions, native has one more second to print its own instead. With a flag for engines, one
engine searches alone.

If the model has an objective, solve prints a best solution; JSON has its value, and says whether it is proved
optimal. --format svg draws up to 100,000 cells, then stops with exit status 3. --format dimacs prints s and v lines.`,
		Examples: [][2]string{
			{"--box 2x3 ...1..5..6.4.3....41........23.4....", "the solution of a 6×6 puzzle"},
			{"--differ --box 2x2 1...2.....3....4", "why is the solution not unique?"},
			{"--format svg --model testdata/models/killer-4.yaml -o killer.svg", "a picture of a model with its solution"},
		},
		Formats: []string{"text", "grid", "json", "svg", "dimacs"}, Output: true, Terminal: "grid",
	}}, solve)
}

type solveRequest struct {
	Searching
	All    bool   `json:"all" flag:"all" usage:"print every solution"`
	Differ bool   `json:"differ" flag:"differ" usage:"print two solutions, and where they differ"`
	Break  string `json:"break" flag:"break" choice:"break" value:"off" usage:"break symmetries, <NAME>"`
}

// ErrBroken refuses to break symmetries.
func ErrBroken(expected string) error {
	return fmt.Errorf("--break on leaves out solutions, expected %s", expected)
}

// Ready implements [Ready].
func (q *solveRequest) Ready(format string) error {
	broken := q.Break == symmetry.On
	switch {
	case q.Differ && (q.All || q.Limit != 0 && q.Limit != 2 || format == "dimacs" || broken):
		return errors.New("--differ compares two solutions, expected no --all, --limit other than 2, --format dimacs or --break on")
	case broken && (q.All || q.Limit > 1 || q.By.Open != nil):
		return ErrBroken("no --all, --limit other than 1, --workers or --cluster")
	}
	if err := q.choose(study.Lists); err != nil {
		return err
	}
	if q.All || q.Differ {
		if err := q.choose(study.FindsAll); err != nil {
			return err
		}
	}
	switch {
	case q.Differ:
		q.Limit = 2
	case !q.All && q.Limit == 0:
		q.Limit = 1
	}
	q.single = q.Limit == 0
	if q.By.Alone = q.By.Alone || broken; broken {
		q.By.Engine = symmetry.Engine(q.By.Engine)
	}
	return nil
}

// solved is an event: a solution, printed as it is found, or lines of several.
type solved struct {
	model.Assignment
	texts     *model.Solutions
	lines     []byte
	model     *model.Model
	givens    model.Cube
	objective *model.Objective
	first     bool // of the puzzle
}

// Print implements [Printer].
func (s *solved) Print(to Output) error {
	switch to.Format {
	case "grid":
		to.Line("%s", draw.Solution(s.model, s.Assignment, func(v model.Var, digits string) string {
			if slices.ContainsFunc(s.givens, func(g model.Given) bool { return g.Var == v }) {
				return to.Heading(digits)
			}
			return digits
		}))
	case "dimacs":
		if s.first && s.objective != nil {
			to.Line("o %d", s.objective.Value(s.Assignment))
		}
		if s.first {
			to.Line("%s", answer.StatusLine(big.NewInt(1), false))
		}
		to.Line("%s", answer.ValueLines(s.Assignment))
	}
	return nil
}

// Lines implements [Lined].
func (s *solved) Lines() []byte { return s.lines }

// add adds a line, and prints the lines unless the session says that the next solution follows at once.
func (s *solved) add(a model.Assignment, session engine.Session, emit func(any) error) error {
	var changed []model.Var
	follows := false
	if stepper, is := session.(engine.Stepper); is {
		changed, follows = stepper.Step()
	}
	if text := s.texts.Text(a, changed); len(text) > 0 {
		s.lines = append(append(s.lines, text...), '\n')
	}
	if follows && len(s.lines) <= textsPiece {
		return nil
	}
	err := emit(s)
	s.lines = s.lines[:0]
	return err
}

type solveAnswer struct {
	searched
	givens model.Cube
	found  []model.Assignment // if they are compared
	drawn  []draw.Picture
	differ bool
}

// texts is a list of texts as JSON, in pieces of about textsPiece bytes: as one, a long list would take long after its search.
type texts struct{ pieces [][]byte }

const textsPiece = 1 << 16

func (t *texts) add(text []byte) error {
	element, err := json.Marshal(string(text))
	last := len(t.pieces) - 1
	switch {
	case last < 0:
		t.pieces = append(t.pieces, element)
	case len(t.pieces[last]) > textsPiece:
		t.pieces = append(t.pieces, append([]byte{','}, element...))
	default:
		t.pieces[last] = append(append(t.pieces[last], ','), element...)
	}
	return err
}

// MarshalJSON implements [json.Marshaler].
func (t *texts) MarshalJSON() ([]byte, error) {
	return slices.Concat([]byte{'['}, slices.Concat(t.pieces...), []byte{']'}), nil
}

func (*texts) shape() any { return []any{"string"} }

// JSON returns the JSON of an answer in parts, without a copy of its solutions.
func JSON(answer any) ([][]byte, error) {
	a, is := answer.(*solveAnswer)
	if !is || a.Solutions == nil {
		object, err := json.Marshal(answer)
		return [][]byte{object}, err
	}
	bare := a.searched
	bare.Solutions = new(texts)
	object, err := json.Marshal(bare)
	before, after, _ := bytes.Cut(object, []byte(`"solutions":[`)) // in a text the quotes are escaped
	return slices.Concat([][]byte{slices.Concat(before, []byte(`"solutions":[`))}, a.Solutions.pieces, [][]byte{after}), err
}

// An answer over HTTP takes objectShare bytes for each byte of its solutions. After each solutionsPerAsk solutions solve checks the
// memory budget.
const (
	objectShare     = 4
	solutionsPerAsk = 1 << 10
)

func solve(ctx context.Context, q solveRequest, emit func(any) error) (a solveAnswer, err error) {
	m, givens, err := q.Puzzle.read(ctx)
	if err != nil {
		return a, err
	}
	bare := *m
	if bare.Objective = nil; q.Puzzle.Document == nil && q.Differ {
		m = &bare // on the page it is one of several questions about all solutions
	}
	switch ranked := m.Objective != nil; {
	case ranked && q.Break == symmetry.On:
		return a, BadRequest{ErrBroken("no objective")}
	case ranked && q.Differ:
		return a, badf("--differ compares two solutions, but a model with an objective has a best one")
	case q.Puzzle.Format == "dimacs" && !m.Propositional():
		return a, badf("--format dimacs: expected a model with 0/1 variables, such as a CNF or OPB file")
	}
	limit := q.Limit
	if q.Puzzle.Draw {
		limit = min(limit-1, uint64(draw.Most(m))) + 1 // one more than is drawn, to detect that there are more; 0 is no limit
	}
	list, size, n := new(texts), 0, 0
	var found []model.Assignment
	var drawn []draw.Picture
	ahead := func(p draw.Picture) draw.Picture { return p }
	if q.Puzzle.Format == "svg" && !q.Differ {
		ahead = draw.Ahead(q.Puzzle.Document)
	}
	listed, event := q.Puzzle.asJSON(), &solved{texts: q.Puzzle.Notation.Solutions(&bare), model: &bare, givens: givens, objective: m.Objective}
	a.searched, err = q.search(ctx, m, givens, limit, func(s model.Assignment) error {
		if q.Differ {
			found = append(found, slices.Clone(s))
		}
		if q.Puzzle.Draw {
			drawn = append(drawn, ahead(draw.Picture{Solution: slices.Clone(s), Givens: givens}))
		}
		if n++; !listed && !q.Puzzle.Draw {
			if q.Puzzle.Format == "text" {
				return event.add(s, q.Puzzle.Opened.search, emit)
			}
			event.Assignment, event.first = s, n == 1
			return emit(event)
		}
		if !listed {
			return nil
		}
		text := event.texts.Text(s, nil)
		if size += len(text); n%solutionsPerAsk == 0 && !q.Puzzle.Trusted {
			_ = memory.Ask(ctx, "the solutions of a JSON object", objectShare*int64(size)) // ctx ends if they are too many
		}
		return list.add(text)
	}, emit)
	if len(event.lines) > 0 { // the search ended before what was to follow
		err = cmp.Or(err, emit(event))
	}
	if a.model == nil {
		return a, err
	}
	if a.result.Unlisted {
		return a, BadRequest{study.ListsNone(q.By.Engine)}
	}
	a.notes("solved", emit)
	a.givens, a.found, a.drawn, a.differ = givens, found, drawn, q.Differ
	if a.Solutions = list; q.Differ {
		a.Differ = new(append([]string{}, lists.Map(a.differing(), m.NameOf)...))
	}
	return a, err
}

// differing returns where the two solutions differ; nothing if there are not two.
func (a solveAnswer) differing() []model.Var {
	if !a.differ || len(a.found) < 2 {
		return nil
	}
	return a.model.Differ(a.found[0], a.found[1])
}

// Print implements [Printer]: it prints what follows the solutions.
func (a solveAnswer) Print(to Output) error {
	switch {
	case to.Format == "dimacs" && a.number().Sign() == 0:
		to.Line("%s", answer.StatusLine(a.result.Count, a.Complete))
	case to.Format == "dimacs":
	case a.number().Sign() == 0:
		to.Line("%s", a.without())
	case a.differ && len(*a.Differ) > 0:
		to.Line("differ in %s", strings.Join(*a.Differ, " "))
	case a.differ && a.Complete:
		to.Line("the only solution")
	case a.differ:
		to.Line("unknown whether there is another one")
	}
	return nil
}

// Pictures implements [Drawn]: one of each solution; without a solution, one of the givens.
func (a solveAnswer) Pictures(to Output) (list []draw.Picture) {
	for i, p := range a.drawn {
		p.Caption, p.Differ = to.Caption(), a.differing()
		if len(a.drawn) > 1 {
			p.Caption = fmt.Sprintf("%s, solution %d", p.Caption, i+1)
		}
		list = append(list, p)
	}
	if list == nil {
		list = []draw.Picture{{Caption: to.Caption() + ": " + a.without(), Givens: a.givens}}
	}
	return list
}
