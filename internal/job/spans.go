package job

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"qmsat/internal/input"
)

// Spans is work on the numbers from 0 to Total−1, such as samples or units of a sum. An item is a span "lo..hi" of these numbers,
// without hi. Every span of more than Grain numbers is split, so the records do not depend on the workers.
type Spans[R any] struct {
	Total, Grain int
	// Do returns the result of a span and its output.
	Do func(ctx context.Context, lo, hi int) (result R, output []byte, err error)
	// Add returns the sum of two results. The zero value of R is the result of no numbers. It is an error if a value is no
	// result.
	Add func(a, b R) (R, error)
	// Text writes a result for people; nil: as JSON.
	Text func(R) string
}

// spanParts is the largest number of parts of a split.
const spanParts = 16

// splitText is the text of every split. It can be constant because the span alone determines its parts.
const splitText = "split"

func spanText(lo, hi int) string { return fmt.Sprintf("%d..%d", lo, hi) }

func (s *Spans[R]) parse(text string) (lo, hi int, err error) {
	if _, err := fmt.Sscanf(text, "%d..%d", &lo, &hi); err != nil || lo < 0 || hi < lo || hi > s.Total || text != spanText(lo, hi) {
		return 0, 0, fmt.Errorf("found %q, expected a span lo..hi of 0..%d", input.Clip(text), s.Total)
	}
	return lo, hi, nil
}

// Root implements [Work].
func (s *Spans[R]) Root() string { return spanText(0, s.Total) }

// spans is a Spans as Work.
type spans[R any] struct{ *Spans[R] }

// Work returns the work on the spans.
func (s *Spans[R]) Work() Work { return spans[R]{s} }

// RegisterSpans adds a kind whose work is on spans, and whose input is JSON.
func RegisterSpans[I, R any](name string, open func(ctx context.Context, input I, options Options) (*Spans[R], error)) {
	Kinds.Register(name, Kind{Open: func(ctx context.Context, text []byte, options Options) (Work, error) {
		var input I
		if err := json.Unmarshal(text, &input); err != nil {
			return nil, fmt.Errorf("the input of a job: %w", err)
		}
		s, err := open(ctx, input, options)
		if err != nil {
			return nil, err
		}
		return s.Work(), nil
	}})
}

// Here does spans in this process and returns the complete tree. If workers is 0, there is one worker for each processor that Go
// may use. Each worker calls open for itself. The end of ctx is an error. Progress, unless nil, is called with how many numbers
// are done, first with the number in the checkpoint.
func Here[R any](ctx context.Context, l Local, workers int, open func() *Spans[R], progress func(done, total int)) (*Tree, error) {
	s := open()
	l.SplitAfter = func() time.Duration { return Unlimited }
	l.Tree = NewTree(s.Work())
	for range min(cmp.Or(max(workers, 0), runtime.GOMAXPROCS(0)), max((s.Total+s.Grain-1)/s.Grain, 1)) {
		l.Workers = append(l.Workers, open().Work())
	}
	shown := -1
	l.Took = func() error {
		if done := l.Tree.Taken(); done > shown && progress != nil {
			progress(min(done*s.Grain, s.Total), s.Total)
			shown = done
		}
		return nil
	}
	if err := l.Run(ctx); err != nil || !l.Tree.Complete() {
		return nil, cmp.Or(err, context.Cause(ctx))
	}
	return l.Tree, nil
}

// Do implements [Work].
func (s spans[R]) Do(ctx context.Context, item string, _ time.Duration) (Record, error) {
	lo, hi, err := s.parse(item)
	switch {
	case err != nil:
		return Record{}, err
	case hi-lo > s.Grain:
		return Record{Item: item, Split: splitText}, nil
	}
	sum, printed, err := s.Spans.Do(ctx, lo, hi)
	if err != nil {
		return Record{}, err
	}
	return Record{Item: item, Result: jsonText(sum), Printed: printed}, nil
}

func jsonText(result any) string {
	text, err := json.Marshal(result)
	if err != nil {
		panic(err) // results are plain data
	}
	return string(text)
}

// Parts implements [Work].
func (s spans[R]) Parts(item, split string) (parts []string, err error) {
	lo, hi, err := s.parse(item)
	if err == nil && (split != splitText || hi-lo <= s.Grain) {
		err = fmt.Errorf("found %q, expected no split of %s", input.Clip(split), item)
	}
	if err != nil {
		return nil, err
	}
	grains := (hi - lo + s.Grain - 1) / s.Grain
	step := (grains + spanParts - 1) / spanParts * s.Grain
	for from := lo; from < hi; from += step {
		parts = append(parts, spanText(from, min(from+step, hi)))
	}
	return parts, nil
}

// LeftOut implements [Work]: a split leaves nothing out.
func (s spans[R]) LeftOut(string, string) ([]string, error) { return nil, nil }

// Fold implements [Work].
func (s spans[R]) Fold(_ string, results []string) (string, error) {
	var sum R
	for _, text := range results {
		r, err := read[R](text)
		if err != nil {
			return "", err
		}
		if sum, err = s.Add(sum, r); err != nil {
			return "", err
		}
	}
	return jsonText(sum), nil
}

func read[R any](text string) (r R, err error) {
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("found %q, expected a result: %w", input.Clip(text), err)
	}
	return r, nil
}

// Value implements [Work].
func (s spans[R]) Value(result string) string {
	r, err := read[R](result)
	if err != nil || s.Text == nil {
		return result
	}
	return s.Text(r)
}

// Close implements [Work].
func (s spans[R]) Close() error { return nil }
