package reproduce

import "testing"

func TestRatios(t *testing.T) {
	if got := ratios([]float64{3, 0, 5, 1}, []float64{2, 4, 0, 8}); got != "\t×1.5\t-\t-\t×0.125" {
		t.Errorf("%q", got)
	}
}
