package compare

import (
	"fmt"

	"qmsat/model/engine"
)

// Contender is an engine with its options.
type Contender struct {
	Engine  *engine.Engine
	Options engine.Options
}

// String returns the engine's name and the settings that differ from their defaults, such as "gini sum=support".
func (c Contender) String() string {
	text := c.Engine.Name
	for _, s := range c.Engine.Settings {
		if value := s.Value(c.Options); value != s.Default {
			text += " " + s.Name + "=" + value
		}
	}
	return text
}

// labels returns a different name for each contender: its text, with a number where the same stands there before.
func labels(contenders []Contender) []string {
	seen := map[string]int{}
	list := make([]string, len(contenders))
	for i, c := range contenders {
		list[i] = c.String()
		seen[list[i]]++
		if n := seen[list[i]]; n > 1 {
			list[i] += fmt.Sprintf(" #%d", n)
		}
	}
	return list
}
