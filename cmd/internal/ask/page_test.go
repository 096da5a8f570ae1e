package ask

import (
	"encoding/json"
	"testing"

	"qmsat/model"
)

// onPuzzle is the field of a request that has a puzzle.
func onPuzzle(text string) About {
	return About{Puzzle{text: json.RawMessage(text), Notation: model.Assignments, Opened: new(Opened)}}
}

// ask runs a method and returns its answer, which JSON must be able to write.
func ask[A any](t testing.TB, method, request string) (answer A) {
	t.Helper()
	m, err := Lookup(method)
	if err != nil {
		t.Fatal(err)
	}
	found, err := m.Run(t.Context(), []byte(request), func(any) error { return nil })
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	text, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	if of, is := found.(*A); is {
		return *of
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}
