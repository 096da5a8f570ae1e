package job

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
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

// spanResult is the text of a result.
type spanResult[R any] struct {
	Span string `json:"span"`
	Sum  R      `json:"sum"`
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
	Register(Kind{Name: name, Open: func(ctx context.Context, text []byte, options Options) (Work, error) {
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

// Do implements [Work].
func (s spans[R]) Do(ctx context.Context, item string, _ time.Duration) (o Outcome, err error) {
	lo, hi, err := s.parse(item)
	if err != nil {
		return o, err
	}
	if hi-lo > s.Grain {
		return Outcome{Split: splitText}, nil
	}
	sum, output, err := s.Spans.Do(ctx, lo, hi)
	if err != nil {
		return o, err
	}
	return Outcome{Result: s.result(item, sum), Output: output}, nil
}

func (s spans[R]) result(item string, sum R) string { return jsonText(spanResult[R]{item, sum}) }

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
func (s spans[R]) Fold(item string, results []string) (string, error) {
	lo, hi, err := s.parse(item)
	if err != nil {
		return "", err
	}
	var sum R
	for _, text := range results {
		r, err := s.read(text)
		if err != nil {
			return "", err
		}
		if from, to, err := s.parse(r.Span); err != nil || from < lo || to > hi {
			return "", fmt.Errorf("found the result of %s, expected one of a part of %s", document.Clip(r.Span), item)
		}
		if sum, err = s.Add(sum, r.Sum); err != nil {
			return "", err
		}
	}
	return s.result(item, sum), nil
}

func (s spans[R]) read(text string) (r spanResult[R], err error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&r); err != nil {
		return r, fmt.Errorf("found %q, expected a result: %w", document.Clip(text), err)
	}
	return r, nil
}

// Value implements [Work].
func (s spans[R]) Value(result string) string {
	r, err := s.read(result)
	switch {
	case err != nil:
		return result
	case s.Text == nil:
		return jsonText(r.Sum)
	}
	return s.Text(r.Sum)
}

// Close implements [Work].
func (s spans[R]) Close() error { return nil }
