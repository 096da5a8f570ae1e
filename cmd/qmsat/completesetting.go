package main

import (
	"strings"

	"github.com/spf13/cobra"

	"qmsat/model/engine"
)

// settingWords returns what may follow in the brackets behind an engine, which are open at the end of what was begun: its
// settings, and behind one its values. It is nil where no brackets are open.
func settingWords(begun string) []string {
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
	var words []string
	for _, s := range e.Listed() {
		if !named {
			words = append(words, cobra.CompletionWithDesc(before+s.Name+"=", s.Usage))
		} else if s.Name == name {
			for _, value := range e.Values(s) {
				words = append(words, before+name+"="+value)
			}
		}
	}
	return words
}
