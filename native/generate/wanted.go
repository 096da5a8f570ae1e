package generate

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/model/variant"
)

// onlyLayout is the word that adds no clues: only the model's open sums are filled in.
const onlyLayout = "layout"

// WantedNames returns the words of [ParseWanted] whose clues can be drawn.
func WantedNames() (words []string) {
	for _, k := range variant.Kinds() {
		if _, stands := placed(k); stands {
			words = append(words, k.Name)
		}
	}
	return append(words, "kropki", "xv", onlyLayout)
}

// ParseWanted reads kinds of clues with commas between them, such as kropki or thermometers:4. Their order does not matter: those with
// a number come first, since those without fill what room they find. A kind with a number may be named without it as well.
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
			return nil, input.CheckName("kind of clue", word, WantedNames())
		case len(kinds) > 1 && counted:
			return nil, fmt.Errorf("found %q, expected a number only for a single kind of clues", item)
		}
		for _, kind := range kinds {
			i := slices.IndexFunc(wanted, func(w Wanted) bool { return w.Kind.Name == kind.Name })
			if i < 0 {
				wanted = append(wanted, Wanted{Kind: kind, Count: count})
			} else if had := &wanted[i].Count; *had == 0 || count == 0 || *had == count {
				*had = max(*had, count)
			} else {
				return nil, fmt.Errorf("found %d and %d of %s, expected one number", *had, count, kind.Name)
			}
		}
	}
	slices.SortFunc(wanted, func(a, b Wanted) int {
		return cmp.Or(min(b.Count, 1)-min(a.Count, 1), strings.Compare(a.Kind.Name, b.Kind.Name))
	})
	return wanted, nil
}
