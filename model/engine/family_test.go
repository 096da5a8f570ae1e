package engine

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		"cadical -q":        {"cadical", "-q"},
		"  a\t b ":          {"a", "b"},
		`a "b c" d'e f'`:    {"a", "b c", "de f"},
		`a '' b`:            {"a", "", "b"},
		`a\ b "c\"d" 'e\f'`: {"a b", `c"d`, `e\f`},
		`x\,y`:              {"x,y"},
		"":                  nil,
	} {
		got, err := SplitWords(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, error %v, expected %q", text, got, err, want)
		}
	}
	for _, text := range []string{`a "b`, `a 'b`, `a \`} {
		if _, err := SplitWords(text); err == nil || !strings.Contains(err.Error(), "quote") {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

// TestFamilies checks that a name is looked up among the engines first, then by prefix, and that an error for an unknown name
// lists both.
func TestFamilies(t *testing.T) {
	before := families
	t.Cleanup(func() { families = before })
	RegisterFamily(Family{Prefix: "inside:", Inside: true, Make: func(name string) (*Engine, error) { return &Engine{Name: name}, nil }})
	RegisterFamily(Family{Prefix: "made:", Form: "made:NAME", Make: func(name string) (*Engine, error) {
		return &Engine{Name: name}, nil
	}})
	if e, err := Lookup("made:x y"); err != nil || e.Name != "made:x y" {
		t.Errorf("%v, error %v", e, err)
	}
	if _, err := Lookup("mad"); err == nil || !strings.HasSuffix(err.Error(), "made:NAME") {
		t.Errorf("error %v, expected the forms of names", err)
	}
	for _, test := range []struct {
		allowed Allowed
		name    string
		refused bool
	}{
		{nil, "made:x", true}, {Allowed{"made:x"}, "made:x", false}, {Allowed{"made:x"}, "made:x y", true}, {Allowed{"made:x"}, "made:", true},
		{nil, "inside:x", false},
	} {
		_, err := test.allowed.Lookup(test.name)
		_, parseErr := test.allowed.ParseChosen(test.name)
		if errors.As(err, new(*RefusedError)) != test.refused || errors.As(parseErr, new(*RefusedError)) != test.refused {
			t.Errorf("%v, %s: errors %v and %v, expected refused %t", test.allowed, test.name, err, parseErr, test.refused)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a family with the same prefix was registered")
		}
	}()
	RegisterFamily(Family{Prefix: "made:x"})
}
