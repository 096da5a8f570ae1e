package generate

import (
	"fmt"
	"strconv"
	"strings"

	"qmsat/internal/document"
	"qmsat/internal/lists"
	"qmsat/model"
)

// onlyLayout is the word that adds no clues: only the model's open sums are filled in.
const onlyLayout = "layout"

// WantedNames returns the words of [ParseWanted].
func WantedNames() []string {
	return append(lists.Map(model.NamedKinds(), func(k model.NamedKind) string { return k.Name }), "kropki", "xv", onlyLayout)
}

// ParseWanted reads kinds of clues with commas between them, such as kropki or thermometers:4.
func ParseWanted(text string) (wanted []Wanted, err error) {
	for _, item := range strings.Split(text, ",") {
		word, number, counted := strings.Cut(item, ":")
		count := 0
		if counted {
			if count, err = strconv.Atoi(number); err != nil || count < 1 {
				return nil, fmt.Errorf("found %q, expected a kind and a number from 1, such as thermometers:4", item)
			}
		}
		kinds := kindsNamed(word)
		switch {
		case len(kinds) == 0 && word != onlyLayout:
			return nil, document.CheckName("kind of clue", word, WantedNames())
		case len(kinds) > 1 && counted:
			return nil, fmt.Errorf("found %q, expected a number only for a single kind of clues", item)
		}
		for _, kind := range kinds {
			wanted = append(wanted, Wanted{Kind: kind, Count: count})
		}
	}
	return wanted, nil
}
