package orbit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// double passes on what doubling makes of a number below 9, modulo 9.
func double(n int, visit func(int)) { visit(2 * n % 9) }

func TestAll(t *testing.T) {
	got, err := All(t.Context(), []int{3, 0, 1, 2, 6}, double)
	if diff := cmp.Diff([][]int{{3, 6}, {0}, {1, 2, 4, 8, 7, 5}}, got); diff != "" || err != nil {
		t.Errorf("orbits, error %v: -want +got\n%s", err, diff)
	}
}

func TestBy(t *testing.T) {
	got, err := By(t.Context(), []string{"ab", "AB", "c"}, strings.ToLower, func(s string, visit func(string)) {
		visit(s[1:] + s[:1])
	})
	if diff := cmp.Diff([][]string{{"ab", "ba"}, {"c"}}, got); diff != "" || err != nil {
		t.Errorf("orbits, error %v: -want +got\n%s", err, diff)
	}
}

func TestStopped(t *testing.T) {
	because := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	_, err := All(ctx, []int{1, 3}, func(n int, visit func(int)) {
		stop(because)
		double(n, visit)
	})
	if !errors.Is(err, because) {
		t.Errorf("error %v, expected the context's cause", err)
	}
}
