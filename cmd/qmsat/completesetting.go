package main

import (
	"strings"

	"qmsat/model/engine"
)

// settingWords returns what may follow in the brackets behind an engine, which are open at the end of what was begun: its
// settings, and behind one its values. It is nil where no brackets are open.
func settingWords(begun string) []word {
	open := strings.LastIndex(begun, "[")
	if open < 0 || strings.Contains(begun[open:], "]") {
		return nil
	}
	e, err := engine.Lookup(begun[strings.LastIndex(begun[:open], ",")+1 : open])
	if err != nil {
		return nil
	}
	before := begun[:max(open, strings.LastIndex(begun, ","))+1]
	name, _, named := strings.Cut(begun[len(before):], "=")
	var words []word
	for _, s := range e.Settings {
		if !named {
			words = append(words, word{before + s.Name + "=", s.Usage})
		} else if s.Name == name {
			for _, value := range e.Values(s) {
				words = append(words, word{text: before + name + "=" + value})
			}
		}
	}
	return words
}
