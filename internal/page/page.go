// Package page lays out pages of help: paragraphs, lists and columns.
package page

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Width is the width of lists in help.
const Width = 80

// Entry is an entry of a list of names with their meanings.
func Entry(name, meaning string) string {
	const indent = 18
	return fmt.Sprintf("  %-*s%s\n", indent-2, name+" ", Hanging(meaning, indent))
}

// Hanging wraps a text that begins in some column, and goes on there.
func Hanging(text string, column int) string {
	return strings.ReplaceAll(Filled(text, Width-column), "\n", "\n"+strings.Repeat(" ", column))
}

// Columns puts lines into two columns.
func Columns(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	half := (len(lines) + 1) / 2 // the left column is the longer one
	for i, line := range lines[half:] {
		lines[i] = fmt.Sprintf("%-40s%s", lines[i], line)
	}
	return strings.Join(lines[:half], "\n") + "\n"
}

// Filled wraps paragraphs at a width. Lines that begin with a blank stay as they are.
func Filled(text string, width int) string {
	var out strings.Builder
	column := 0
	end := func() {
		if column > 0 {
			out.WriteByte('\n')
		}
		column = 0
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			end()
			out.WriteString(line + "\n")
			continue
		}
		for word := range strings.FieldsSeq(line) {
			size := utf8.RuneCountInString(word)
			switch {
			case column > 0 && column+1+size > width:
				out.WriteByte('\n')
				column = 0
			case column > 0:
				out.WriteByte(' ')
				column++
			}
			out.WriteString(word)
			column += size
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}
