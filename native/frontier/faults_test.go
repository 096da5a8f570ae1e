package frontier

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// faults are easily made mistakes: in a file, a text and its replacement.
var faults = []struct{ name, file, text, fault string }{
	{"a sum that was met is tested again", "machine/linear.go", "if sum == settled {\n\t\treturn settled, true\n\t}", "if sum == settled {\n\t\tsum = 0\n\t}"},
	{"a field without bits takes one of another", "plan.go", "if f.width > 0 && f.first < f.last {\n\t\tm.word", "if f.first < f.last {\n\t\tif f.width == 0 {\n\t\t\tf.word, f.shift, f.width = []int{0}, []int{0}, 1\n\t\t}\n\t\tm.word"},
	{"used values are forgotten while wanted", "plan.go", "cut <= s.last }", "cut < s.last }"},
	{"values are interchanged in spite of open domains", "remainder.go", "r.open, func(model.Var) int {", "r.open[:0], func(model.Var) int {"},
	{"values are interchanged in spite of automata", "remainder.go", "for position := r.fixed(f); position < len(f.scope); position++ {\n\t\t\tcolumns", "for position := len(f.scope); position < len(f.scope); position++ {\n\t\t\tcolumns"},
	{"an automorphism is not verified", "automorphism.go", "if s.verified(images) {", "if len(images) > 0 {"},
	{"a reversal is not asked of automata", "reversal.go", "if images[position] == nil {\n\t\t\treturn nil", "if images[position] == nil {\n\t\t\tcontinue"},
	{"hidden variables are counted", "projection.go", "p.hidden[v] = len(values) > 1", "p.hidden[v] = len(values) > 9"},
	{"counts are cut to a word", "run.go", "return max(1, (total.BitLen()+63)/64)", "return 1"},
	{"a block reads more than it remembers", "plan.go", "s.touched[word] |= ^keep", "s.touched[word] |= ^keep & 0"},
	{"what led nowhere from one state is taken to from all", "lookahead.go", "clear(nodes)", "_ = nodes"},
	{"paths are forgotten at a cut that is skipped", "run.go", "return s.from(at+1, state, times*paths)", "return s.from(at+1, state, paths)"},
	{"a cycle is closed before it has all nodes", "machine/circuit.go", "position < len(m.nodes)-1", "position < 0"},
	{"a run of a word is read without what follows", "machine/regular.go", "read = joined(read, pieces[i])", "read.to = pieces[i].to"},
	{"values that come to the same count once", "plan.go", "s.weight[choice]++", "s.weight[choice] = 1"},
}

// The tests of this package find each planted fault: every sixteenth where QMSAT_CONFIRM is not set, because each is a build.
func TestPlantedFaults(t *testing.T) {
	modeltest.OnlyLong(t)
	for i, f := range faults {
		if i%16 > 0 && !modeltest.Confirms() {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			source, err := os.ReadFile(f.file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Count(string(source), f.text) != 1 {
				t.Fatalf("%s does not have the text once: %s", f.file, f.text)
			}
			dir := t.TempDir()
			path, err := filepath.Abs(f.file)
			if err != nil {
				t.Fatal(err)
			}
			wrong, overlay := filepath.Join(dir, filepath.Base(f.file)), filepath.Join(dir, "overlay.json")
			list, err := json.Marshal(map[string]any{"Replace": map[string]string{path: wrong}})
			if err != nil {
				t.Fatal(err)
			}
			for file, text := range map[string]string{
				wrong: strings.Replace(string(source), f.text, f.fault, 1), overlay: string(list),
			} {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			program := filepath.Join(dir, "frontier.test")
			build := exec.Command("go", "test", "-c", "-overlay", overlay, "-vet=off", "-ldflags=-s -w", "-o", program, ".")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			test := exec.Command(program, "-test.failfast", "-test.run", "Random|Repeated|Unlike|Look|Words|Grids|Counts", "-test.timeout", "10m")
			test.Env = append(os.Environ(), "QMSAT_LONG=")
			if out, err := test.CombinedOutput(); err == nil {
				t.Errorf("no test found it\n%s", out)
			}
		})
	}
}
