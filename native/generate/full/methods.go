package full

import "qmsat/model/document"

// Named is a method with its name, for help.
type Named struct {
	Name    string
	Summary string // half a line
	Default Method
}

// Methods returns the methods; the first is the default.
func Methods() []Named {
	return []Named{
		{"search", "depth-first, the cell with the fewest candidates first, with new starts", Search{}},
		{"bands", "a band at a time by matchings; no search and no pattern, and never goes back", Bands{}},
		{"published", "random placements, reductions and steps back of Dudziak (2006)", AsPublished()},
		{"pattern", "a known grid, shuffled: no search", Pattern{}},
	}
}

// Lookup returns the method of a name, with its default parameters.
func Lookup(name string) (Method, error) {
	var names []string
	for _, m := range Methods() {
		if names = append(names, m.Name); m.Name == name {
			return m.Default, nil
		}
	}
	return nil, document.CheckName("method", name, names)
}
