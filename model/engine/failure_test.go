package engine

import (
	"errors"
	"testing"

	"qmsat/model"
)

// A failure stays a failure, with its contradiction, even where a model would be refused.
func TestFailuresAreNotRefusals(t *testing.T) {
	m := &model.Model{}
	c := model.Sum("", 1, 2, m.AddVariable("x", model.Interval(0, 3)))
	err := Unsupported("gini", "line 1: %w", Failed("pairs", &MismatchError{m, c, "pairs", "x=1"}))
	if errors.As(err, new(*UnsupportedError)) || !errors.As(err, new(*FailedError)) || !errors.As(err, new(*MismatchError)) {
		t.Errorf("%T: %v, expected a failure", err, err)
	}
	if err := Unsupported("gini", "too large"); !errors.As(err, new(*UnsupportedError)) || errors.As(err, new(*FailedError)) {
		t.Errorf("%T: %v, expected a refusal", err, err)
	}
}
