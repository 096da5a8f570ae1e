package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"qmsat/internal/job"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/native/generate/full"
)

// FullGrids says how package full makes full grids.
type FullGrids struct {
	Method  string `json:"method"` // as [full.Parse] reads it
	Workers int    `json:"workers"`
	Period  int    `json:"period"`
	Apart   bool   `json:"apart"` // workers do not share the furthest position
	Seed    uint64 `json:"seed"`
}

// GridMaker makes the full grid with a given number, the same on every machine.
type GridMaker func(ctx context.Context, number uint64) (model.Assignment, error)

// Maker returns a maker of grids for a model, or nil if the method cannot fill them. All methods fill plain Sudoku without
// givens; one also fills quasi-magic Sudoku.
func (f FullGrids) Maker(m *model.Model, givens model.Cube) (GridMaker, error) {
	family, known := m.Family()
	if !known || len(givens) > 0 {
		return nil, nil
	}
	method, err := full.Parse(f.Method)
	if err != nil {
		return nil, err
	}
	shape := full.Shape{BoxRows: family.BoxRows, BoxColumns: family.BoxColumns}
	if _, is := method.(full.Magic); is {
		magic := full.Magic{Delta: family.Delta}
		if err := magic.Check(shape); err != nil {
			return nil, err
		}
		method = magic
	} else if !isPlain(family) {
		return nil, nil
	}
	team := full.Team{Workers: f.Workers, Period: int64(f.Period), Share: !f.Apart && full.Shares(method)}
	if err := team.Check(); err != nil {
		return nil, err
	}
	return func(ctx context.Context, number uint64) (model.Assignment, error) {
		grid, _, err := team.Fill(ctx, method, shape, func(worker int) *rand.Rand {
			return NewStream(f.Seed, number<<16+uint64(worker))
		})
		return grid, err
	}, nil
}

// FullJob is the kind of job that makes full grids. Its items are spans of grid numbers; its output is the grids.
const FullJob = "full-grids"

// fullInput is the input of a job.
type fullInput struct {
	FullGrids
	Model    string         `json:"model"` // as YAML
	Notation model.Notation `json:"notation"`
	Count    int            `json:"count"`
}

func init() { job.RegisterSpans(FullJob, openFullJob) }

// JobInput returns the input of a job that makes count grids, numbered from 1.
func (f FullGrids) JobInput(m *model.Model, notation model.Notation, count int) ([]byte, error) {
	var text bytes.Buffer
	if err := document.New(m).Write(&text); err != nil {
		return nil, err
	}
	return json.Marshal(fullInput{f, text.String(), notation, count})
}

func openFullJob(_ context.Context, input fullInput, _ job.Options) (*job.Spans[int], error) {
	d, err := document.Read(context.Background(), "the job's model", strings.NewReader(input.Model))
	if err != nil {
		return nil, err
	}
	m, givens := d.Model, d.Givens
	if err := m.CanWrite(input.Notation); err != nil {
		return nil, err
	}
	grid, err := input.Maker(m, givens)
	if err != nil {
		return nil, err
	}
	if grid == nil {
		return nil, fmt.Errorf("no method fills grids of the model %s", m.Hash())
	}
	return &job.Spans[int]{
		Total: input.Count, Grain: 1,
		Do: func(ctx context.Context, lo, hi int) (int, []byte, error) {
			var lines bytes.Buffer
			for number := lo; number < hi; number++ {
				values, err := grid(ctx, uint64(number)+1)
				if err != nil {
					return 0, nil, err
				}
				fmt.Fprintln(&lines, input.Notation.FormatSolution(m, values))
			}
			return hi - lo, lines.Bytes(), nil
		},
		Add: func(a, b int) (int, error) { return a + b, nil },
	}, nil
}
