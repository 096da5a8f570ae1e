package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode/proof"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
)

// asGiven returns the variables in model order.
func asGiven(m *model.Model) []model.Var {
	all := *m
	all.Outputs = nil
	return all.OutputVars()
}

// frontierOf counts a model under a cube, and returns the count and the file.
func frontierOf(t rapid.TB, m *model.Model, cube model.Cube, order []model.Var, alike proof.Alike) (count, text string) {
	t.Helper()
	var file bytes.Buffer
	n, _, err := proof.WriteFrontier(context.Background(), &file, m, cube, order, alike)
	if err != nil {
		t.Fatal(err)
	}
	return n.String(), file.String()
}

// verifyFrontier returns the count that a frontier file proves, or the one-line reason why it is refused.
func verifyFrontier(t rapid.TB, m *model.Model, text string) (count, reason string) {
	t.Helper()
	n, reason := verify(t, "frontier", m, text)
	return fmt.Sprint(n), reason
}

// blind proposes anything: the variables shuffled; the values shuffled, reversed or kept.
func blind(random *rand.Rand, m *model.Model, order []model.Var) proof.Alike {
	var domain model.Domain
	for _, v := range m.Variables {
		domain = domain.Union(v.Domain)
	}
	values := slices.Collect(domain.All())
	return func(prefix []int) ([]model.Var, map[int]int) {
		images, open := make([]model.Var, len(order)), slices.Clone(order[len(prefix):])
		if random.IntN(2) == 0 {
			random.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		}
		for i, v := range order {
			if images[v] = v; i >= len(prefix) {
				images[v] = open[i-len(prefix)]
			}
		}
		to := slices.Clone(values)
		switch random.IntN(3) {
		case 0:
			slices.Reverse(to)
		case 1:
			random.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
		}
		taken := map[int]int{}
		for i, value := range values {
			taken[value] = to[i]
		}
		return images, taken
	}
}

// Random models are counted as by brute force, in any order and with any proposals, and the files are accepted.
func TestFrontierOfRandomModels(t *testing.T) {
	times, witnesses := modeltest.Scale(uint64(300), 5_000, 20_000), 0
	for seed := range times {
		random := rand.New(rand.NewPCG(seed, 0))
		m := sample.Bare(random)
		m.Outputs = nil
		cube := modeltest.Within(m, sample.Cube(random, m))
		order := asGiven(m)
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		want := fmt.Sprint(len(modeltest.BruteForce(m, cube)))
		for _, alike := range []proof.Alike{nil, blind(random, m, order)} {
			count, text := frontierOf(t, m, cube, order, alike)
			checked, reason := verifyFrontier(t, m, text)
			if count != want || checked != want || reason != "" {
				t.Fatalf("seed %d: counted %s, checked %q, expected %s; %s\n%v", seed, count, checked, want, reason, modeltest.Text(m))
			}
			witnesses += strings.Count(text, ":") - 2 // without those in hashes
		}
	}
	if witnesses < int(times)/10 {
		t.Errorf("%d witnesses in %d models, expected more", witnesses, times)
	}
}

// A count of a projected model would count the values of hidden variables.
func TestFrontierProjected(t *testing.T) {
	m := must(model.Sudoku(1, 2))
	m.Outputs = asGiven(m)[:2]
	if _, _, err := proof.WriteFrontier(context.Background(), new(bytes.Buffer), m, nil, asGiven(m), nil); err == nil {
		t.Error("written, expected an error")
	}
}

// TestFrontierTampered drops, repeats and changes each line and each word, with the hash of the changed text: a file that is then
// accepted has the same count.
func TestFrontierTampered(t *testing.T) {
	m, cube := must(model.Sudoku(1, 3)), model.Cube{{Var: 0, Value: 1}}
	order := asGiven(m)
	// Columns 2 and 3 are equivalent, and so are the values 2 and 3: the states with 3 first, in either column, equal those with
	// 2 first.
	swaps := func(prefix []int) (images []model.Var, values map[int]int) {
		images = slices.Clone(order)
		n := len(prefix)
		if n == 6 && prefix[3] == 3 {
			images[7], images[8] = order[8], order[7]
			return images, map[int]int{2: 3, 3: 2}
		}
		if n < 6 && n > 1 && prefix[1] == 3 {
			values = map[int]int{2: 3, 3: 2}
		}
		return images, values
	}
	want, text := frontierOf(t, m, cube, order, swaps)
	if count, reason := verifyFrontier(t, m, text); count != want || reason != "" || want != fmt.Sprint(len(modeltest.BruteForce(m, cube))) {
		t.Fatalf("%s solutions, checked %q; %s", want, count, reason)
	}
	if !strings.Contains(text, "\npermutation ") || !strings.Contains(text, ":0:") {
		t.Fatalf("no witnesses:\n%s", text)
	}
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-2] // without the hash
	tried, refused := 0, 0
	try := func(what string, changed []string) {
		body := strings.Join(changed, "")
		if body == strings.Join(lines, "") {
			return
		}
		tried++
		count, reason := verifyFrontier(t, m, sealed(body))
		if reason == "" && count != want {
			t.Errorf("%s: accepted with %s solutions", what, count)
		} else if reason != "" {
			refused++
		}
	}
	for i, line := range lines {
		try(fmt.Sprintf("line %d dropped", i+1), slices.Delete(slices.Clone(lines), i, i+1))
		try(fmt.Sprintf("line %d twice", i+1), slices.Insert(slices.Clone(lines), i, line))
		words := strings.Fields(line)
		for j := range words {
			for _, other := range []string{"-", "+", "0", "1", "1:1", "0:0:1,3,2", "1:9", "0:0:1,1,2", words[j] + "0"} {
				changed := strings.Join(slices.Replace(slices.Clone(words), j, j+1, other), " ") + "\n"
				try(fmt.Sprintf("line %d is %q", i+1, changed), slices.Replace(slices.Clone(lines), i, i+1, changed))
			}
			shorter := strings.Join(slices.Delete(slices.Clone(words), j, j+1), " ") + "\n"
			try(fmt.Sprintf("line %d is %q", i+1, shorter), slices.Replace(slices.Clone(lines), i, i+1, shorter))
		}
	}
	try("half the file", lines[:len(lines)/2])
	if _, reason := verifyFrontier(t, m, strings.Replace(text, " - ", "  - ", 1)); !strings.Contains(reason, "the file was changed") {
		t.Errorf("a blank more, under the old hash: %s", reason)
	}
	if refused < tried*9/10 {
		t.Errorf("%d of %d changes refused, expected nearly all", refused, tried)
	}
	if _, reason := verifyFrontier(t, m, text[:len(text)/2]); reason == "" {
		t.Error("half the file accepted")
	}
	if _, reason := verifyFrontier(t, must(model.Sudoku(2, 2)), text); !strings.Contains(reason, "it is about another model") {
		t.Errorf("another model: %s", reason)
	}
}

// FuzzVerifyFrontier checks that bad text is refused in one line, and that an accepted file has the right count.
func FuzzVerifyFrontier(f *testing.F) {
	m := must(model.Sudoku(2, 2))
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 6, Value: 2}, {Var: 9, Value: 3}, {Var: 15, Value: 1}}
	want, text := frontierOf(f, m, cube, asGiven(m), nil)
	header := strings.Join(strings.SplitAfter(text, "\n")[:3], "")
	f.Add([]byte(text[len(header):strings.LastIndex(text, "end ")]))
	f.Fuzz(func(t *testing.T, items []byte) {
		if count, reason := verifyFrontier(t, m, sealed(header+string(items))); reason == "" && count != want {
			t.Fatalf("accepted with %s solutions, expected %s", count, want)
		}
	})
}
