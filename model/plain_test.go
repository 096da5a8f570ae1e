package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Lines that are nearly plain are read as they are without the shorter way for plain ones.
func TestPlainLines(t *testing.T) {
	var grids []*Model
	for _, box := range [][2]int{{2, 2}, {2, 3}, {3, 3}, {3, 4}} {
		m, err := Sudoku(box[0], box[1])
		if err != nil {
			t.Fatal(err)
		}
		grids = append(grids, m)
	}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(grids).Draw(t, "model")
		cells := m.Grid.Cells()
		line := rapid.Custom(func(t *rapid.T) string {
			text := rapid.StringOfN(rapid.SampledFrom([]rune("0123456789......--_*")), cells, cells, -1).Draw(t, "cells")
			if rapid.Bool().Draw(t, "changed") {
				at := rapid.IntRange(0, len(text)).Draw(t, "at")
				text = text[:at] + rapid.SampledFrom([]string{"", "1", ".", " ", "|", "é", "A", "#", "\t", " # x", "\r"}).Draw(t, "word") + text[min(at+rapid.IntRange(0, 1).Draw(t, "less"), len(text)):]
			}
			return text + rapid.SampledFrom([]string{"", "", " ", "\tname", " 12"}).Draw(t, "end")
		})
		text := strings.Join(rapid.SliceOfN(line, 1, 4).Draw(t, "lines"), "\n")
		plain, plainError := CollectPuzzles(ReadPuzzles("f", strings.NewReader(text), m, Characters))
		slow, slowError := CollectPuzzles(readPuzzles("f", strings.NewReader(text), m, Characters, nil, false))
		if diff := cmp.Diff(slow, plain); diff != "" {
			t.Errorf("%q (-slow +plain):\n%s", text, diff)
		}
		if (plainError == nil) != (slowError == nil) || plainError != nil && plainError.Error() != slowError.Error() {
			t.Errorf("%q: %v, expected %v", text, plainError, slowError)
		}
		checked, checkedError := CollectPuzzles(CheckPuzzles("f", strings.NewReader(text), m, Characters))
		for i := range min(len(checked), len(plain)) {
			checked[i].Text, checked[i].Cube = plain[i].Text, plain[i].Cube
		}
		if diff := cmp.Diff(plain, checked); diff != "" || fmt.Sprint(checkedError) != fmt.Sprint(plainError) {
			t.Errorf("%q: the first look ended with %v, expected %v (-whole +looked):\n%s", text, checkedError, plainError, diff)
		}
	})
}
