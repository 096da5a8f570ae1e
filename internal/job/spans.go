package job

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"qmsat/internal/document"
)

// Spans is work on the numbers from 0 to Total−1, such as samples or units of a sum. Its items are spans "lo..hi" of them, hi left
// out; those of more than Grain numbers are split, so that nothing depends on who works.
type Spans[R any] struct {
	Total, Grain int
	// Do returns what the numbers of a span come to, and what they print.
	Do func(ctx context.Context, lo, hi int) (result R, output []byte, err error)
	// Add returns the sum of two results; the zero value of R is that of no numbers. An error is that of what is no result.
	Add func(a, b R) (R, error)
	// Text writes a result for people; nil: it is JSON.
	Text func(R) string
}

// spanParts is how many parts a split has, at most.
const spanParts = 16

// splitText is the text of every split: the parts of a span depend on nothing else.
const splitText = "split"

func spanText(lo, hi int) string { return fmt.Sprintf("%d..%d", lo, hi) }

func (s *Spans[R]) parse(text string) (lo, hi int, err error) {
	if _, err := fmt.Sscanf(text, "%d..%d", &lo, &hi); err != nil || lo < 0 || hi < lo || hi > s.Total || text != spanText(lo, hi) {
		return 0, 0, fmt.Errorf("found %q, expected a span lo..hi of 0..%d", document.Clip(text), s.Total)
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

// Here does spans in this process, by so many workers, or one for each processor that Go may use, that each open them for themselves. It
// returns the complete tree; the end of ctx is an error. Progress, unless nil, is called with the numbers that are done, first with those in
// the checkpoint.
func Here[R any](ctx context.Context, l Local, workers int, open func() *Spans[R], progress func(done, total int)) (*Tree, error) {
	s := open()
	l.Tree, l.SplitAfter = NewTree(s.Work()), func() time.Duration { return Unlimited }
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
		err = fmt.Errorf("found %q, expected no split of %s", document.Clip(split), item)
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

// LeftOut implements [Work]: nothing is.
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
		return r, fmt.Errorf("found %q, expected a result: %w", document.Clip(text), err)
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
