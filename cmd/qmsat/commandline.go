package main

import (
	"regexp"
	"strings"

	"github.com/spf13/pflag"
)

// commandLine returns the command line that a command was given: its flags in their order, then the other arguments, quoted
// for a shell.
func commandLine(flags *pflag.FlagSet, args []string) string {
	words := []string{"qmsat", flags.Name()}
	flags.Visit(func(f *pflag.Flag) {
		words = append(words, "--"+f.Name)
		if value := f.Value.String(); f.NoOptDefVal == "" || value != f.NoOptDefVal {
			words = append(words, value)
		}
	})
	return shellWords(append(words, args...)...)
}

// plainWord is a word that means itself to a shell.
var plainWord = regexp.MustCompile(`^[\pL\pN_@%+=:,./-]+$`)

// shellWords writes words so that a shell reads them back.
func shellWords(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if !plainWord.MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
