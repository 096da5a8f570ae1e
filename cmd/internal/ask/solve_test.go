package ask

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestPieces holds that the JSON of many solutions is in pieces, which are together what [json.Marshal] writes of the answer.
func TestPieces(t *testing.T) {
	m, err := Lookup("solve")
	if err != nil {
		t.Fatal(err)
	}
	request := `{"puzzle": {"variables": {"a": "1..20", "c": "1..20", "d": "1..20", "e": "0..1"}, "outputs": ["a", "c", "d"]}, "engine": "native", "all": true}`
	found, err := m.Run(t.Context(), []byte(request), func(any) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := JSON(found)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := json.Marshal(found)
	if err != nil || !bytes.Equal(bytes.Join(pieces, nil), whole) || len(pieces) < 4 {
		t.Errorf("%d pieces differ from the whole, or are too few; error %v", len(pieces), err)
	}
	var read struct{ Solutions []string }
	if err := json.Unmarshal(whole, &read); err != nil || len(read.Solutions) != 8000 || read.Solutions[21] != "a=1 c=2 d=2" {
		t.Errorf("read %d solutions, error %v", len(read.Solutions), err)
	}
}
