package flatzinc_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/model/flatzinc"
	"qmsat/model/modeltest"
)

func TestPartsMeanTheFile(t *testing.T) {
	text := `var 1..3: x :: output_var; var 1..3: y :: output_var; var -3..3: d :: output_var; var bool: b :: output_var; var 1..3: z = x;
array [1..2] of int: c = [1,-1];
constraint int_lin_eq([1,-1,-1],[x,y,d],0) :: mzn_constraint_name("difference") :: mzn_path("/tmp/a.mzn|3|20|3|24|bin|x;/tmp/a.mzn|9|");
constraint int_lt_reif(x,y,b);
constraint int_abs(d,z);
constraint int_eq(x,x);
constraint bool_clause([b],[]);
constraint array_int_element(x,[3,2,1],y);
solve satisfy;
`
	m, parts, err := flatzinc.ReadParts(t.Context(), "a.fzn", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	if p := parts[0]; len(parts) != 6 || p.Kind != "int_lin_eq" || p.Name != "difference, a.mzn:3" || p.Line != 3 {
		t.Errorf("%d parts, the first is %+v", len(parts), p)
	}
	// A part has as many solutions as a file with its constraint alone.
	lines := strings.Split(text, "\n")
	for i, p := range parts {
		one := slices.Concat(lines[:2], []string{lines[2+i]}, lines[8:])
		alone := *m
		alone.Constraints = p.Constraints
		got, want := modeltest.Keys(&alone, nil), modeltest.Keys(read(t, strings.Join(one, "\n")).Model, nil)
		if len(got) != len(want) {
			t.Errorf("%s: the part has %d solutions, the file %d", lines[2+i], len(got), len(want))
		}
	}
}

func TestPartsOfFiles(t *testing.T) {
	files, err := filepath.Glob("../../testdata/minizinc/*.fzn")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		m, parts, err := flatzinc.ReadParts(t.Context(), name, file)
		file.Close()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n := 0
		for _, p := range parts {
			n += len(p.Constraints)
		}
		if err := m.Validate(); err != nil || n != len(m.Constraints) {
			t.Errorf("%s: %v, %d constraints in parts, %d in the model", name, err, n, len(m.Constraints))
		}
	}
}

// A part that no values satisfy is a valid model without solutions.
func TestContradictoryParts(t *testing.T) {
	for _, text := range []string{
		"var 5..6: x; var 1..2: y; var 1..3: z; constraint array_int_maximum(x,[y,z]);",
		"var 1..3: x; constraint array_int_maximum(x,[]);",
		"var -2..-1: x; constraint int_pow(3,2,x);",
	} {
		m, parts, err := flatzinc.ReadParts(t.Context(), "a.fzn", strings.NewReader(text+"solve satisfy;"))
		if err == nil {
			err = m.Validate()
		}
		if err != nil {
			t.Errorf("%s %v", text, err)
		} else if n := len(modeltest.BruteForce(m, nil)); n > 0 || len(parts) != 1 {
			t.Errorf("%s %d solutions, %d parts", text, n, len(parts))
		}
	}
}
