package flatzinc

import (
	"maps"
	"slices"
)

// Builtins are the names of the builtins.
func Builtins() []string { return slices.Sorted(maps.Keys(builtins)) }
