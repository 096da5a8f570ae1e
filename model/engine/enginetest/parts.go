package enginetest

import (
	"context"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// ExpectParts holds that a session parts a cube the same way twice, and that each solution, found by brute force, is in just
// one of the parts.
func ExpectParts(t rapid.TB, session engine.Splitter, m *model.Model, cube model.Cube) {
	t.Helper()
	parts, err := session.Split(context.Background(), cube)
	if err != nil {
		t.Fatal(err)
	}
	again, err := session.Split(context.Background(), cube)
	if diff := cmp.Diff(parts, again); diff != "" || err != nil {
		t.Fatalf("split again: error %v\n%s", err, diff)
	}
	for _, a := range modeltest.BruteForce(m, cube) {
		in := 0
		for _, part := range parts {
			if m.CheckCube(a, part) == nil {
				in++
			}
		}
		if in != 1 {
			t.Fatalf("%v is in %d of the parts %v of %v", a, in, parts, cube)
		}
	}
}
