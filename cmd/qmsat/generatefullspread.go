package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"qmsat/internal/job"
	"qmsat/internal/job/cluster"
	"qmsat/model"
)

// fullJob is the kind of job that makes full grids; its items are spans of their numbers, and what it prints is the grids.
const fullJob = "full-grids"

// fullInput is the input of a job.
type fullInput struct {
	Model    string         `json:"model"` // as YAML
	Notation model.Notation `json:"notation"`
	Seed     uint64         `json:"seed"`
	Count    int            `json:"count"`
	Method   string         `json:"method"`
	Workers  int            `json:"workers"`
	Period   int            `json:"period"`
	Apart    bool           `json:"apart"`
}

func init() { job.RegisterSpans(fullJob, openFullJob) }

func openFullJob(_ context.Context, input fullInput, _ job.Options) (*job.Spans[int], error) {
	t := &task{notation: input.Notation}
	var err error
	if t.model, _, err = model.ReadYAML("the job's model", strings.NewReader(input.Model)); err != nil {
		return nil, err
	}
	if err := t.model.CanWrite(t.notation); err != nil {
		return nil, err
	}
	f := &fullFlags{method: input.Method, workers: input.Workers, period: input.Period, apart: input.Apart}
	method, shape, fills, err := f.filled(t)
	if err != nil {
		return nil, err
	}
	if !fills {
		return nil, fmt.Errorf("no method fills grids of the model %s", t.model.Hash())
	}
	grid := f.fill(method, shape)
	return &job.Spans[int]{
		Total: input.Count, Grain: 1,
		Do: func(ctx context.Context, lo, hi int) (int, []byte, error) {
			var lines bytes.Buffer
			for number := lo; number < hi; number++ {
				values, err := grid(ctx, input.Seed, uint64(number)+1)
				if err != nil {
					return 0, nil, err
				}
				fmt.Fprintln(&lines, t.notation.FormatSolution(t.model, values))
			}
			return hi - lo, lines.Bytes(), nil
		},
		Add: func(a, b int) (int, error) { return a + b, nil },
	}, nil
}

// spreadFull prints full grids that workers of a cluster make.
func (f *generateFlags) spreadFull(ctx context.Context, streams streams, t *task) error {
	if err := f.over.check(""); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := t.model.WriteYAML(&text, nil); err != nil {
		return err
	}
	input, err := json.Marshal(fullInput{text.String(), t.notation, f.seed, f.count, f.method, f.workers, f.period, f.apart})
	if err != nil {
		return err
	}
	d := cluster.Info{Kind: fullJob, Title: fmt.Sprintf("%d grids of seed %d", f.count, f.seed), Model: t.model.Hash()}
	return writeFile(f.output, streams.out, func(w io.Writer) error {
		out := newLines(w)
		out.line(f.header())
		_, err := f.over.run(ctx, streams, d, input, func(text []byte) error {
			return firstError(out.line(strings.TrimSuffix(string(text), "\n")), out.flush())
		})
		return firstError(out.flush(), err)
	})
}
