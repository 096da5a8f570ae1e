package certificate_test

import (
	"context"
	"testing"

	"qmsat/compare/certificate"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestUnchecked ends the context at any look and holds that a count whose check did not end is not complete.
func TestUnchecked(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	cube, err := model.Characters.Parse(m, "1234341.........")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"cpog", "frontier", "tree"} {
		e, err := engine.Lookup(certificate.Prefix + format)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Open(t.Context(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		complete := false
		for looks := 0; !complete; looks += 1 + looks/64 {
			ctx := modeltest.EndingAfter(context.Background(), looks)
			r, err := s.Run(ctx, cube, 0, nil)
			switch complete = ctx.Looks >= 0; {
			case err != nil:
				t.Fatalf("%s, ended after %d looks: error %v", format, looks, err)
			case complete && (!r.Complete() || r.Count.String() != "4"), !complete && (r.Complete() || r.Cause == nil || r.Count == nil):
				t.Fatalf("%s, ended after %d looks, over %t: %+v", format, looks, complete, r)
			}
		}
	}
}
