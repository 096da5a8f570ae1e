package ask

import (
	"context"
	"errors"
	"slices"

	"qmsat/internal/input"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/logic"
)

func init() {
	register(Method{Name: "generate", Summary: "a new puzzle with one solution", emits: []any{Progress{}}}, generatePuzzle)
}

type generateRequest struct {
	About
	Level    string `json:"level"`
	Symmetry string `json:"symmetry"`
	Givens   *int   `json:"givens" note:"null: as few as removal leaves"`
	Clues    string `json:"clues" note:"kinds with commas between them, as in killer,thermometers:4"`
	Seed     uint64 `json:"seed"`
}

type generateAnswer struct {
	Puzzle Puzzle       `json:"puzzle"`
	Seed   uint64       `json:"seed"`
	Grade  *logic.Grade `json:"grade,omitempty"` // missing if the puzzle has no board, or the time was over
}

// mostTries is how many full grids a request may take.
const mostTries = 1000

func generatePuzzle(ctx context.Context, q generateRequest, emit func(any) error) (answer generateAnswer, err error) {
	m, givens, err := q.Puzzle.tried(ctx)
	if err != nil {
		return answer, err
	}
	if m.Sheet != nil {
		m.Sheet.Solution = nil // it may be of another puzzle
	}
	options := generate.Options{Givens: generate.AsFewAsRemovalLeaves, Unique: true, Tries: mostTries}
	if q.Givens != nil {
		options.Givens = *q.Givens
	}
	if q.Symmetry != "" {
		if options.Symmetry, err = generate.LookupSymmetry(q.Symmetry); err != nil {
			return answer, BadRequest{err}
		}
	}
	if q.Level != "" {
		if err := input.CheckName("level", q.Level, logic.LevelNames()); err != nil {
			return answer, BadRequest{err}
		}
	}
	var pace engine.Pace
	options.Progress = func(s generate.Status) {
		if pace.Due() {
			emit(Progress{Text: s.String()})
		}
	}
	var p generate.CluePuzzle
	if q.Clues == "" {
		p, err = q.plain(ctx, m, givens, options)
	} else {
		p, err = q.clued(ctx, m, givens, options)
	}
	if unreached := new(generate.UnreachedError); errors.As(err, &unreached) && (ctx.Err() == nil || context.Cause(ctx) == unreached.Err) {
		return answer, badf("generate: no such puzzle was found: %v; another seed or a longer timeout may help", unreached)
	}
	if err != nil {
		return answer, badIn(ctx, err)
	}
	all := slices.Concat(givens, p.Givens)
	answer.Seed = q.Seed
	if answer.Puzzle, err = newPuzzle(p.Model, all); err != nil {
		return answer, err
	}
	if board, err := logic.NewBoard(ctx, p.Model); err == nil {
		grade, err := gradeOf(ctx, &logic.Solver{Techniques: logic.Default()}, board, all, nil)
		if err == nil {
			answer.Grade = &grade
		} else if ctx.Err() == nil {
			return answer, err
		}
	}
	return answer, nil
}

// accept returns a test for puzzles of the wanted level, or nil.
func (q generateRequest) accept(ctx context.Context, m *model.Model, givens model.Cube) (func(context.Context, generate.Puzzle) (bool, error), error) {
	if q.Level == "" {
		return nil, nil
	}
	board, err := logic.NewBoard(ctx, m)
	if err != nil {
		return nil, err
	}
	meets, err := logic.Demand{Level: q.Level}.Test(board)
	return func(ctx context.Context, p generate.Puzzle) (bool, error) {
		return meets(ctx, slices.Concat(givens, p.Givens))
	}, err
}

// plain makes a puzzle of the model.
func (q generateRequest) plain(ctx context.Context, m *model.Model, givens model.Cube, options generate.Options) (p generate.CluePuzzle, err error) {
	if options.Accept, err = q.accept(ctx, m, givens); err != nil {
		return p, err
	}
	session, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		return p, err
	}
	defer session.Close()
	generator, err := generate.New(ctx, m, givens, session, options)
	if err != nil {
		return p, err
	}
	p.Model = m
	p.Puzzle, err = generator.Puzzle(ctx, generate.NewStream(q.Seed, 1))
	return p, err
}

// clued makes a puzzle with clues of its own.
func (q generateRequest) clued(ctx context.Context, m *model.Model, givens model.Cube, options generate.Options) (p generate.CluePuzzle, err error) {
	wanted, err := generate.ParseWanted(q.Clues)
	if err != nil {
		return p, err
	}
	maker := generate.Clued{
		Model: m, Givens: givens, Wanted: wanted, Options: options,
		Open: func(ctx context.Context, m *model.Model) (engine.Session, error) {
			return engine.Open(ctx, "native", m, nil)
		},
	}
	if q.Level != "" {
		maker.Accept = func(ctx context.Context, p generate.CluePuzzle) (bool, error) {
			meets, err := q.accept(ctx, p.Model, givens)
			if err != nil {
				return false, err
			}
			return meets(ctx, p.Puzzle)
		}
	}
	return maker.Puzzle(ctx, generate.NewStream(q.Seed, 1))
}
