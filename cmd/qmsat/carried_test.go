package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// formatsOf returns the names of a command's --format.
func formatsOf(t *testing.T, c *command) []string {
	t.Helper()
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	c.setup(flags)
	return flags.Lookup("format").Value.(*choice).names()
}

// carriedModels has a model for each feature that an exporter might leave out.
var carriedModels = map[string]string{
	"minimize":         "variables: {a: -1..2, b: 0..1}\nminimize: {a: 2, b: -1}\n",
	"maximize":         "variables: {a: -1..2, b: 0..1}\nmaximize: [a, b]\n",
	"idle objective":   "variables: {a: 0..0, b: 0..1}\nminimize: [a]\n",
	"outputs":          "variables: {a: 0..1, b: 0..1}\noutputs: [a]\n",
	"negative values":  "variables: {a: -2..-1}\n",
	"given":            "variables: {a: 0..1}\ngivens: {a: 1}\n",
	"beside a grid":    "grid: {rows: 1, columns: 1, values: 1..2, houses: none}\nvariables: {a: 0..1}\n",
	"name":             "name: some model\nvariables: {a: 0..1}\n",
	"constraint label": "variables: {a: 0..1, b: 0..1}\nconstraints:\n- {kind: linear, name: labelled, cells: [a, b], sum: 1}\n",
}

// TestExportersCarry holds what becomes of each feature of a model in each format: a line of the file, in LP several, or a line on
// standard error. Names of constraints are in no file, and help says so.
func TestExportersCarry(t *testing.T) {
	type want struct{ file, said string } // regular expressions; an empty one for standard error says that it is empty
	expected := map[string]map[string]want{
		"minimize": {
			"dimacs": {`^c minimize 2 a - b, which the clauses do not say$`, `^qmsat: --format dimacs cannot express the objective: .*\n$`},
			"opb":    {`^min: -2 x1 \+2 x3 \+4 x4 -1 x6 ;$`, ``},
			"lp":     {`^Minimize\n obj: - 2 a_m1 \+ 0 a_0 \+ 2 a_1 \+ 4 a_2 \+ 0 b_0 - b_1$`, ``},
			"mps":    {`^ a_m1 obj -2$`, ``},
		},
		"maximize": {
			"dimacs": {`^c maximize a \+ b, `, `^qmsat: --format dimacs cannot express the objective: .*\n$`},
			"opb":    {`^\* the objective is to be maximized, and stands negated\nmin: \+1 x1 -1 x3 -2 x4 -1 x6 ;$`, ``},
			"lp":     {`^Maximize\n obj: - a_m1 `, ``},
			"mps":    {`^\* the objective is to be maximized, and stands negated\n(.*\n)* a_m1 obj 1$`, ``},
		},
		"idle objective": {
			"dimacs": {`^c minimize a, `, `^qmsat: .* cannot express the objective`}, "opb": {`^min: \+0 x1 ;$`, ``},
			"lp": {`^ obj: \+ 0 a_0$`, ``}, "mps": {`^ N obj$`, ``},
		},
		"outputs": {
			"dimacs": {`^c p show 1 0$`, ``}, "opb": {`^\* show 1 0$`, ``},
			"lp": {``, `^qmsat: --format lp cannot express outputs: .*\n$`}, "mps": {``, `^qmsat: --format mps cannot express outputs: .*\n$`},
		},
		"negative values": {
			"dimacs": {`^c var 1 a=-2$`, ``}, "opb": {`^\* var 1 a=-2$`, ``}, "lp": {`^ a_m2$`, ``}, "mps": {`^ BV BOUND a_m2$`, ``},
		},
		"given": {
			"dimacs": {`^1 0$`, ``}, "opb": {`^\+1 x1 >= 1 ;$`, ``}, "lp": {` \+ a_1 >= 1$`, ``}, "mps": {`^ RHS c1 1$`, ``},
		},
		"beside a grid": {
			"dimacs": {`^c var 1 r1c1=1\n(.*\n)*c var 3 a=0$`, ``}, "opb": {`^\* var 3 a=0$`, ``}, "lp": {`^ a_0$`, ``}, "mps": {`^ BV BOUND a_0$`, ``},
		},
		"name": {
			"dimacs": {`^c model some model$`, ``}, "opb": {`^\* model some model$`, ``}, "lp": {`^\\ model some model$`, ``}, "mps": {`^\* model some model$`, ``},
		},
		"constraint label": {"dimacs": {}, "opb": {}, "lp": {}, "mps": {}},
	}
	for feature, text := range carriedModels {
		file := filepath.Join(t.TempDir(), "model.yaml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, format := range formatsOf(t, exportCommand) {
			w, known := expected[feature][format]
			var out, said bytes.Buffer
			status := run(context.Background(), []string{"export", "--model", file, "--format", format}, streams{strings.NewReader(""), &out, &said})
			switch {
			case !known:
				t.Errorf("%s as %s: nothing is expected of it", feature, format)
			case status != 0 || !regexp.MustCompile("(?m)"+w.file).MatchString(out.String()):
				t.Errorf("%s as %s: exit status %d, expected %q in\n%s", feature, format, status, w.file, out.String())
			case w.said == "" && said.Len() > 0 || !regexp.MustCompile(w.said).MatchString(said.String()):
				t.Errorf("%s as %s: standard error %q, expected %q", feature, format, said.String(), w.said)
			case strings.Contains(out.String(), "labelled"):
				t.Errorf("%s as %s: the file has the name of a constraint, and help says that it has none", feature, format)
			}
		}
	}
	if !strings.Contains(exportCommand.long, "No format keeps the names of constraints.") {
		t.Error("help does not say that names of constraints are left out")
	}
}

// TestSolutionsCarry holds what becomes of each feature of a model in each format of solve.
func TestSolutionsCarry(t *testing.T) {
	const refused = "expected a model"
	expected := map[string]map[string]string{
		"name: beside\ngrid: {rows: 1, columns: 2, values: 1..2}\nvariables: {a: -300..-300}\n": {
			"text": `^12 a=-300$|^21 a=-300$`, "grid": `^[12] [12]\na=-300$`, "json": `a=-300`, "svg": `>a = -300<`, "dimacs": refused,
		},
		"grid: {rows: 1, columns: 2, values: 2..2, houses: none}\noutputs: [r1c1]\n": {
			"text": `^2\.$`, "grid": `^2 \.$`, "json": `"2\."`, "svg": `>2</text>`, "dimacs": refused,
		},
		"grid: {rows: 1, columns: 1, values: -7..-7}\n": {
			"text": `^r1c1=-7$`, "grid": `^-7$`, "json": `"r1c1=-7"`, "svg": `>-7</text>`, "dimacs": refused,
		},
		"grid: {rows: 1, columns: 1, values: 1..3}\nmaximize: {r1c1: 2}\n": {
			"text": `^3$`, "grid": `^3$`, "json": `"objective":6,"optimal":true`, "svg": `An objective that is not drawn: maximize 2\s*<|maximize 2 r1c1`, "dimacs": refused,
		},
		"variables: {a: 0..1, b: 0..1}\nmaximize: {b: 2}\noutputs: [b]\n": {
			"text": `^b=1$`, "grid": `^b=1$`, "json": `"b=1"`, "svg": "the model has no grid", "dimacs": `^o 2\ns SATISFIABLE\nv -?1 2 0$`,
		},
		"grid: {rows: 1, columns: 2, values: 5..6}\ngivens: {r1c1: 6}\n": {
			"text": `^65$`, "grid": `^6 5$`, "json": `"65"`, "svg": `font-weight="bold" text-anchor="middle">\n<text [^>]*>6<`, "dimacs": refused,
		},
	}
	for text, formats := range expected {
		file := filepath.Join(t.TempDir(), "model.yaml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, format := range formatsOf(t, solveCommand) {
			want, known := formats[format]
			var out bytes.Buffer
			run(context.Background(), []string{"solve", "--model", file, "--format", format}, streams{strings.NewReader(""), &out, &out})
			if !known || !regexp.MustCompile("(?m)"+want).MatchString(out.String()) {
				t.Errorf("%s as %s: expected %q in\n%s", text, format, want, out.String())
			}
		}
	}
}

// TestObjectivesSurviveOPB reads what export wrote back: the best value is the same, negated where it is maximized.
func TestObjectivesSurviveOPB(t *testing.T) {
	dir := t.TempDir()
	for feature, sign := range map[string]string{"minimize": `"objective":-3`, "maximize": `"objective":-3`} {
		file, opb := filepath.Join(dir, "model.yaml"), filepath.Join(dir, "model.opb")
		if err := os.WriteFile(file, []byte(carriedModels[feature]), 0o644); err != nil {
			t.Fatal(err)
		}
		runIn(t, dir, "export --format opb --model "+file+" -o "+opb)
		if out := runIn(t, dir, "solve --format json --model "+opb); !strings.Contains(out, sign) {
			t.Errorf("%s: %s, expected %s", feature, out, sign)
		}
	}
}
