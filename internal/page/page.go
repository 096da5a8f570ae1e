// Package page lays out pages of help: paragraphs, lists and columns.
package page

import (
	"fmt"
	"qmsat/internal/pattern"
	"strings"
	"unicode/utf8"
)

// Width is the width of lists in help.
const Width = 80

// hang is the column of the meanings in a list.
const hang = 18

// Entry is an entry of a list of names with their meanings, in one line; [Filled] wraps it.
func Entry(name, meaning string) string {
	return fmt.Sprintf("  %-*s%s\n", hang-2, name+"  ", strings.Join(strings.Fields(meaning), " "))
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

// Filled wraps paragraphs at a width. Lines that begin with a blank stay as they are, if they fit; otherwise they go on below the
// meanings of a list.
func Filled(text string, width int) string {
	var out strings.Builder
	var paragraph []string
	end := func() {
		if paragraph != nil {
			out.WriteString(Broken(strings.Join(paragraph, " "), width, 0) + "\n")
		}
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			end()
			out.WriteString(Broken(line, width, hang) + "\n")
			continue
		}
		paragraph = append(paragraph, strings.Fields(line)...)
	}
	end()
	return strings.TrimSuffix(out.String(), "\n")
}

// Broken breaks a line that is wider than a width between words. What follows is indented.
func Broken(line string, width, indent int) string {
	if columns(line) <= width {
		return line
	}
	var out strings.Builder
	column := 0
	for i, word := range strings.Split(line, " ") { // further blanks are empty words
		size := columns(word)
		switch {
		case column > indent && column+1+size > width && word != "":
			out.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		case i > 0:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += size
	}
	return out.String()
}

// marks are sequences of ECMA-48 that change how text looks.
var marks = pattern.New("\x1b\\[[0-9;]*m")

// columns is how many columns a text takes; marks take none.
func columns(text string) int { return utf8.RuneCountInString(marks().ReplaceAllString(text, "")) }

// Folded splits tables that are wider than a width into several below one another, each with the first columns again. Lines of a
// table follow one another; at least two blanks separate its columns. What is no such table breaks between words.
func Folded(text string, width int) string {
	blocks := strings.Split(text, "\n\n")
	for i, block := range blocks {
		blocks[i] = folded(strings.Split(block, "\n"), width)
	}
	return strings.Join(blocks, "\n\n")
}

func folded(lines []string, width int) string {
	ends := columnEnds(lines)
	whole := ends[len(ends)-1]
	if whole <= width || len(ends) == 1 {
		for i, line := range lines {
			lines[i] = Broken(line, width, 4)
		}
		return strings.Join(lines, "\n")
	}
	part := func(line string, from, to int) string {
		cells := []rune(line)
		return string(cells[min(from, len(cells)):min(to, len(cells))])
	}
	labels := ends[0]
	seen := map[string]bool{}
	for _, line := range lines {
		if label := part(line, 0, labels); seen[label] && len(ends) > 2 { // the second column tells rows apart
			labels = ends[1]
		} else {
			seen[label] = true
		}
	}
	var out []string
	for from := labels; from < whole; {
		to := from
		for _, end := range ends {
			if end > from && (to == from || labels+end-from <= width) {
				to = end
			}
		}
		for _, line := range lines {
			out = append(out, Broken(strings.TrimRight(part(line, 0, labels)+part(line, from, to), " "), width, 4))
		}
		if from = to; from < whole {
			out = append(out, "")
		}
	}
	return strings.Join(out, "\n")
}

// columnEnds returns where the columns of a table end: where all lines have two blanks.
func columnEnds(lines []string) (ends []int) {
	var filled []bool
	for _, line := range lines {
		for i, r := range []rune(line) {
			if i == len(filled) {
				filled = append(filled, false)
			}
			filled[i] = filled[i] || r != ' '
		}
	}
	for i := range filled {
		if filled[i] && (i+1 == len(filled) || !filled[i+1] && (i+2 >= len(filled) || !filled[i+2])) {
			ends = append(ends, i+1)
		}
	}
	if ends == nil {
		ends = []int{len(filled)}
	}
	return ends
}
