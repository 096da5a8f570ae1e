package job

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// ones is work on total numbers; the result of each is 1.
func ones(total int) Work {
	return (&Spans[int]{
		Total: total, Grain: 1,
		Do:   func(_ context.Context, lo, hi int) (int, []byte, error) { return hi - lo, nil, nil },
		Add:  func(a, b int) (int, error) { return a + b, nil },
		Text: func(n int) string { return fmt.Sprint(n) },
	}).Work()
}

// done does an item and returns its record.
func done(t *testing.T, w Work, item string) Record {
	t.Helper()
	o, err := w.Do(t.Context(), item, Unlimited)
	if err != nil || o.Split != "" {
		t.Fatalf("%+v, error %v, expected an item to be done", o, err)
	}
	return Record{Item: item, Result: o.Result}
}

// Records within another are added like separate records. The items that they leave open are the rest of the job.
func TestRecordsWithin(t *testing.T) {
	w := ones(17)
	r := Record{Item: "0..17", Split: splitText, Worker: "w", Parts: []Record{
		{Item: "0..2", Split: splitText, Parts: []Record{done(t, w, "0..1")}},
	}}
	tree := NewTree(w)
	for path, r := range r.All(tree.Root().Path) {
		if err := tree.Add(path, r); err != nil {
			t.Fatal(err)
		}
		if len(r.Parts) > 0 || r.Worker != "w" {
			t.Errorf("%s: %+v, expected a record of the worker alone", path, r)
		}
	}
	open, err := r.Open(w, tree.Root())
	left := slices.Collect(tree.Open())
	if err != nil || !slices.Equal(open, left) || len(open) != 9 || open[0] != (Entry{"0.0.1", "1..2"}) {
		t.Errorf("%v, error %v, expected what the tree has open: %v", open, err, left)
	}
	if value, err := tree.Value(); err != nil || value != "1" {
		t.Errorf("%s, error %v, expected 1", value, err)
	}
}

// A folding drops no output, and outputs come in order although parts that were next are folded.
func TestNextAfterFolding(t *testing.T) {
	w := ones(32)
	tree := NewTree(w)
	add := func(path string, r Record) {
		t.Helper()
		if err := tree.Add(path, r); err != nil {
			t.Fatal(err)
		}
	}
	add("0", Record{Item: "0..32", Split: splitText})
	add("0.0", Record{Item: "0..2", Split: splitText})
	if r, found := tree.Next(); found {
		t.Fatalf("next is %+v, expected none", r)
	}
	add("0.0", Record{Item: "0..2", Result: "2", Folded: "hash"})
	add("0.1", Record{Item: "2..4", Split: splitText})
	add("0.1.0", Record{Item: "2..3", Result: "1", Output: "first"})
	add("0.1.1", done(t, w, "3..4"))
	if r, found := tree.Next(); !found || r.Output != "first" {
		t.Errorf("next is %+v, %t, expected the first output", r, found)
	}
	if list, err := tree.Foldings(0); err != nil || len(list) > 0 {
		t.Errorf("%+v, error %v, expected no folding of an output", list, err)
	}
}

// A folded record completes a split whose other records are gone.
func TestFoldedAfterSplit(t *testing.T) {
	w := ones(4)
	tree := NewTree(w)
	whole, err := w.Fold("0..4", []string{done(t, w, "0..1").Result, done(t, w, "1..2").Result, done(t, w, "2..3").Result, done(t, w, "3..4").Result})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range []Record{{Item: "0..4", Split: splitText}, {Item: "0..4", Result: whole, Folded: "hash"}} {
		if err := tree.Add("0", r); err != nil || tree.Complete() != (i == 1) {
			t.Errorf("record %d: complete %t, error %v", i, tree.Complete(), err)
		}
	}
	if records, open := tree.Counts(); records != 1 || open != 0 {
		t.Errorf("%d records, %d open, expected 1 and none", records, open)
	}
	if value, err := tree.Value(); err != nil || value != "4" {
		t.Errorf("%s, error %v, expected 4", value, err)
	}
}
