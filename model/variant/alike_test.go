package variant

import "testing"

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"thermometer", "thermometer", true},
		{"Thermo", "thermometer", true},
		{"anti knight", "anti-knight", true},
		{"AntiKnight", "anti-knight", true},
		{"renbann", "renban", true},
		{"renba", "renban", true},
		{"rendan", "renban", true},
		{"sandwiches", "sandwich", true},
		{"odd", "add", false},
		{"x", "xv", false},
		{"rendam", "renban", false},
		{"", "x", false},
		{"killer", "arrow", false},
	} {
		for _, got := range []bool{alike(c.a, c.b), alike(c.b, c.a)} {
			if got != c.want {
				t.Errorf("%q and %q: alike %v, expected %v", c.a, c.b, got, c.want)
			}
		}
	}
}
