package study

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// Items are measured once each, and come in order whatever the number of workers; after a fault, the finished ones come.
func TestMeasure(t *testing.T) {
	fault := errors.New("fault")
	for workers := 1; workers <= 40; workers *= 3 {
		for last, want := range map[int]error{30: nil, 3: fault} {
			steps, ends := 0, 0
			found, err := Measure(t.Context(), workers, 30, func(context.Context) (func(int) (int, error), func(), error) {
				return func(item int) (int, error) {
					if item == last {
						return 0, fault
					}
					return item * item, nil
				}, func() { ends++ }, nil
			}, func() { steps++ })
			if !errors.Is(err, want) || steps != len(found) || ends > workers || !slices.IsSorted(found) {
				t.Fatalf("%d workers: %v, %d steps, %d ends, error %v, expected %v", workers, found, steps, ends, err, want)
			}
			if want == nil && len(found) != 30 || want != nil && (workers == 1 && len(found) != last || slices.Contains(found, last*last)) {
				t.Errorf("%d workers, fault at %d: %v", workers, last, found)
			}
		}
	}
}
