package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"qmsat/compare/minizinc"
)

// suiteList is what became of each case of MiniZinc's own tests.
const suiteList = "../../testdata/minizinc/suite.txt"

// TestMiniZincSuite has minizinc run the cases of libminizinc's tests/spec/examples and tests/spec/unit with qmsat, and holds
// what it prints against what stands in them, and where that is another solution, against Gecode. QMSAT_LIBMINIZINC names a
// checkout of the release of the minizinc that is installed. With -update the list is written anew.
func TestMiniZincSuite(t *testing.T) {
	source := os.Getenv("QMSAT_LIBMINIZINC")
	if source == "" {
		t.Skip("runs where QMSAT_LIBMINIZINC names a checkout of libminizinc")
	}
	s := &suite{t: t, spec: filepath.Join(source, "tests", "spec"), solvers: t.TempDir()}
	installed(t, s.solvers)
	cases := s.cases()
	lines := make([]string, len(cases))
	var group sync.WaitGroup
	slots := make(chan bool, 2)
	for i, c := range cases {
		group.Go(func() {
			slots <- true
			defer func() { <-slots }()
			verdict, reason := s.try(c)
			lines[i] = strings.TrimSpace(fmt.Sprintf("%s %s %s", verdict, c.name, reason))
			t.Log(lines[i])
		})
	}
	group.Wait()
	counts := map[string]int{}
	for _, line := range lines {
		verdict, _, _ := strings.Cut(line, " ")
		counts[verdict]++
	}
	summary := fmt.Sprintf("# %d cases: %d right, %d wrong, %d unsolved, %d out of scope\n",
		len(lines), counts["right"], counts["wrong"], counts["unsolved"], counts["out"])
	text := summary + strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(suiteList, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if in := len(lines) - counts["out"]; counts["wrong"] > 0 || counts["right"]*10 < in*9 {
		t.Errorf("%sexpected nine of ten in scope right, and none wrong", summary)
	}
}

// suite is the tests of a checkout.
type suite struct {
	t             *testing.T
	spec, solvers string
}

// suiteCase is a test of a file.
type suiteCase struct {
	name, file string
	Type       string         `yaml:"type"`
	Solvers    []string       `yaml:"solvers"`
	Extra      []string       `yaml:"extra_files"`
	Options    map[string]any `yaml:"options"`
	Expected   yaml.Node      `yaml:"expected"`
	results    []suiteResult  // one of which is to be found
	errors     bool           // some expected result is an error
}

type suiteResult struct {
	status   string
	solution *yaml.Node // nil where any will do
}

// suiteComment is where a file has its tests.
var suiteComment = regexp.MustCompile(`(?s)^\s*/\*\*\*\r?\n(.*?)\n\*\*\*/`)

// cases reads all tests, in the order of their files.
func (s *suite) cases() []*suiteCase {
	var all []*suiteCase
	for _, folder := range []string{"examples", "unit"} {
		err := filepath.WalkDir(filepath.Join(s.spec, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".mzn" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			comment := suiteComment.FindSubmatch(text)
			if comment == nil {
				return nil
			}
			name, err := filepath.Rel(s.spec, path)
			if err != nil {
				return err
			}
			decoder := yaml.NewDecoder(bytes.NewReader(comment[1]))
			for number := 1; ; number++ {
				c := &suiteCase{name: fmt.Sprintf("%s#%d", filepath.ToSlash(name), number), file: path}
				if err := decoder.Decode(c); err == io.EOF {
					return nil
				} else if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				c.read()
				all = append(all, c)
			}
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return all
}

// read takes the expected results apart. Where a key appears twice, the last counts, as in the suite's own reader.
func (c *suiteCase) read() {
	list := []*yaml.Node{&c.Expected}
	if c.Expected.Kind == yaml.SequenceNode {
		list = c.Expected.Content
	}
	for _, node := range list {
		if node.Tag != "!Result" {
			c.errors = c.errors || node.Tag == "!Error"
			continue
		}
		var result suiteResult
		for i := 0; i+1 < len(node.Content); i += 2 {
			switch value := node.Content[i+1]; node.Content[i].Value {
			case "status":
				result.status = value.Value
			case "solution":
				result.solution = value
			}
		}
		c.results = append(c.results, result)
	}
}

// arguments are the flags and files of a case.
func (c *suiteCase) arguments() []string {
	arguments := []string{"--output-mode", "json", "--output-objective", "--output-output-item"}
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		value := c.Options[name]
		switch name {
		case "all_solutions":
			if value == true {
				arguments = append(arguments, "-a")
			}
			continue
		case "nr_solutions":
			name = "-n"
		case "timeout":
			name = "--time-limit"
			if d, err := time.ParseDuration(fmt.Sprint(value)); err == nil {
				value = d.Milliseconds()
			}
		case "optimisation_level":
			name = "-O"
		}
		if !strings.HasPrefix(name, "-") {
			name = "--" + name
		}
		if arguments = append(arguments, name); value != true {
			arguments = append(arguments, fmt.Sprint(value))
		}
	}
	arguments = append(arguments, c.file)
	for _, name := range c.Extra {
		arguments = append(arguments, filepath.Join(filepath.Dir(c.file), name))
	}
	return arguments
}

// suiteTimeout is how long a command may take, and suiteLimit, in milliseconds, what minizinc asks of the solver.
const (
	suiteTimeout = 60 * time.Second
	suiteLimit   = "20000"
)

// minizinc runs the front end.
func (s *suite) minizinc(arguments ...string) (output string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), suiteTimeout)
	defer cancel()
	command := exec.CommandContext(ctx, "minizinc", arguments...)
	command.Dir = filepath.Dir(s.spec) // where the paths of options begin
	command.Env = append(os.Environ(), "MZN_SOLVER_PATH="+s.solvers)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err = command.Run(); err != nil {
		if ctx.Err() != nil {
			return stdout.String(), ctx.Err()
		}
		return stdout.String(), errors.New(strings.Join(strings.Fields(stderr.String()), " "))
	}
	return stdout.String(), nil
}

// outOfScope are the declarations of FlatZinc that are refused.
var outOfScope = []struct{ pattern, reason string }{
	{`(?m)^(array \[[^\]]*\] of )?var set of`, "set variables"},
	{`(?m)^(array \[[^\]]*\] of )?var (float|-?[0-9.]+e?[-0-9]*\.\.-?[0-9]+\.)`, "floats"},
	{`(?m)^array \[[^\]]*\] of float:|float_`, "floats"},
}

// try runs a case: right, wrong, unsolved (refused, or not through in time), or out of scope, and why.
func (s *suite) try(c *suiteCase) (verdict, reason string) {
	switch {
	case c.Type != "" && c.Type != "solve":
		return "out", "asks no solver"
	case len(c.results) == 0:
		return "out", "expects an error of the front end"
	}
	flat := filepath.Join(s.t.TempDir(), "model.fzn")
	compile := append([]string{"-c", "--solver", "gecode", "-G", "std", "--fzn", flat, "--no-output-ozn"}, c.arguments()...)
	if _, err := s.minizinc(compile...); err != nil {
		if c.errors {
			return "out", "expects an error of the front end"
		}
		return "out", "the front end does not compile it: " + clipped(err.Error())
	}
	text, err := os.ReadFile(flat)
	if err != nil {
		return "out", "the front end writes no FlatZinc"
	}
	for _, o := range outOfScope {
		if regexp.MustCompile(o.pattern).Match(text) {
			return "out", o.reason
		}
	}
	output, err := s.minizinc(append([]string{"--solver", "qmsat", "--time-limit", suiteLimit}, c.arguments()...)...)
	if err != nil {
		return "unsolved", clipped(err.Error())
	}
	found, err := readSolutions(output)
	if err != nil {
		return "wrong", err.Error()
	}
	if found.status == "UNKNOWN" || found.status == "SATISFIED" && c.Options["all_solutions"] == true {
		return "unsolved", "not through in 20 s"
	}
	if !slices.ContainsFunc(c.results, func(r suiteResult) bool { return r.matches(found) }) {
		return s.confirm(c, found)
	}
	if c.Options["all_solutions"] == true && !bytes.Contains(text, []byte("minimize")) && !bytes.Contains(text, []byte("maximize")) {
		other, err := s.gecode(c)
		if err == nil && other.status != "SATISFIED" && len(other.list) != len(found.list) {
			return "wrong", fmt.Sprintf("%d solutions, and %d by Gecode", len(found.list), len(other.list))
		}
	}
	return "right", ""
}

// solutions are what minizinc printed.
type solutions struct {
	status string
	list   []map[string]any
}

func readSolutions(output string) (solutions, error) {
	var found solutions
	var text strings.Builder
	found.status = "UNKNOWN"
	for line := range strings.Lines(output) {
		switch strings.TrimSpace(line) {
		case minizinc.SolutionEnd:
			solution := map[string]any{}
			if text.Len() > 0 {
				if err := json.Unmarshal([]byte(text.String()), &solution); err != nil {
					return found, fmt.Errorf("printed %q: %w", clipped(text.String()), err)
				}
			}
			found.list = append(found.list, solution)
			found.status = "SATISFIED"
			text.Reset()
		case minizinc.Complete:
			found.status = "ALL_SOLUTIONS"
		case minizinc.Unsatisfiable:
			found.status = "UNSATISFIABLE"
		case minizinc.Unknown, "=====UNBOUNDED=====", "=====ERROR=====", "=====UNSATorUNBOUNDED=====":
		default:
			if !strings.HasPrefix(line, "%") {
				text.WriteString(line)
			}
		}
	}
	return found, nil
}

// matches reports whether a result is as expected. What is in the objective says whether a solution that came last is a best one.
func (r *suiteResult) matches(found solutions) bool {
	switch r.status {
	case "":
	case "SATISFIED":
		if len(found.list) == 0 {
			return false
		}
	case "OPTIMAL_SOLUTION", "ALL_SOLUTIONS":
		if found.status != "ALL_SOLUTIONS" {
			return false
		}
	default:
		if found.status != r.status {
			return false
		}
	}
	switch {
	case r.solution == nil || r.solution.ShortTag() == "!!null":
		return true
	case r.solution.ShortTag() == "!SolutionSet": // which may list more
		return !slices.ContainsFunc(found.list, func(solution map[string]any) bool {
			return !slices.ContainsFunc(r.solution.Content, func(n *yaml.Node) bool { return matches(n, solution) })
		})
	case r.solution.Kind == yaml.SequenceNode: // in the order in which another solver found them
		unmatched := slices.Clone(r.solution.Content)
		for _, solution := range found.list {
			at := slices.IndexFunc(unmatched, func(n *yaml.Node) bool { return matches(n, solution) })
			if at < 0 {
				return false
			}
			unmatched = slices.Delete(unmatched, at, at+1)
		}
		return len(unmatched) == 0
	case len(found.list) == 0:
		return false
	}
	return matches(r.solution, found.list[len(found.list)-1])
}

// matches reports whether a value of JSON is the one of YAML; of mappings only what is expected counts.
func matches(expected *yaml.Node, found any) bool {
	if e, is := found.(map[string]any); is && len(e) == 1 && e["e"] != nil && expected.Kind == yaml.ScalarNode {
		found = e["e"]
	}
	switch expected.ShortTag() {
	case "!Trim":
		text, is := found.(string)
		return is && strings.TrimSpace(text) == strings.TrimSpace(expected.Value)
	case "!Range", "!!set", "!set":
		return slices.Equal(expectedSet(expected), foundSet(found))
	case "!Unordered":
		list, is := found.([]any)
		left := slices.Clone(expected.Content)
		for _, value := range list {
			at := slices.IndexFunc(left, func(n *yaml.Node) bool { return matches(n, value) })
			if at < 0 {
				return false
			}
			left = slices.Delete(left, at, at+1)
		}
		return is && len(left) == 0
	}
	switch expected.Kind {
	case yaml.MappingNode:
		object, is := found.(map[string]any)
		if !is {
			return false
		}
		for i := 0; i+1 < len(expected.Content); i += 2 {
			name := expected.Content[i].Value
			if name == "objective" {
				name = "_objective"
			}
			if name == "_output_item" {
				name = "_output"
			}
			value, is := object[name]
			if !is || !matches(expected.Content[i+1], value) {
				return false
			}
		}
		return true
	case yaml.SequenceNode:
		list, is := found.([]any)
		return is && slices.EqualFunc(expected.Content, list, matches)
	case yaml.AliasNode:
		return matches(expected.Alias, found)
	}
	switch value := found.(type) {
	case nil:
		return expected.ShortTag() == "!!null"
	case bool:
		return expected.ShortTag() == "!!bool" && expected.Value == strconv.FormatBool(value)
	case float64:
		number, err := strconv.ParseFloat(expected.Value, 64)
		return err == nil && math.Abs(number-value) < 1e-6
	case string:
		return expected.Value == value
	}
	return false
}

// expectedSet lists a set of numbers or names, sorted; nil if the value is neither.
func expectedSet(n *yaml.Node) []string {
	var list []string
	if n.ShortTag() == "!Range" {
		lo, hi, _ := strings.Cut(n.Value, "..")
		first, _ := strconv.Atoi(lo)
		last, _ := strconv.Atoi(hi)
		for v := first; v <= last; v++ {
			list = append(list, strconv.Itoa(v))
		}
	}
	for i := 0; i < len(n.Content); i += 2 {
		list = append(list, n.Content[i].Value)
	}
	slices.Sort(list)
	return list
}

// foundSet lists a set as minizinc writes it.
func foundSet(found any) []string {
	object, _ := found.(map[string]any)
	members, is := object["set"].([]any)
	if !is {
		return []string{"no set"}
	}
	var list []string
	for _, member := range members {
		switch m := member.(type) {
		case []any:
			for v := m[0].(float64); v <= m[1].(float64); v++ {
				list = append(list, strconv.Itoa(int(v)))
			}
		case map[string]any:
			list = append(list, fmt.Sprint(m["e"]))
		default:
			list = append(list, fmt.Sprint(m))
		}
	}
	slices.Sort(list)
	return list
}

// confirm asks Gecode about a result that the file does not list: the last solution as a constraint, beside the objective that
// it finds itself. All solutions of a case have to be in the file.
func (s *suite) confirm(c *suiteCase, found solutions) (verdict, reason string) {
	if len(found.list) == 0 || c.Options["all_solutions"] == true {
		return "wrong", fmt.Sprintf("%s, %d solutions, not as in the file", found.status, len(found.list))
	}
	last := found.list[len(found.list)-1]
	var fixed strings.Builder
	for _, name := range slices.Sorted(maps.Keys(last)) {
		if text, ok := literal(last[name]); ok && !strings.HasPrefix(name, "_") {
			fmt.Fprintf(&fixed, "constraint %s;\n", strings.ReplaceAll(text, "?", name))
		}
	}
	extra := filepath.Join(s.t.TempDir(), "fixed.mzn")
	if err := os.WriteFile(extra, []byte(fixed.String()), 0o666); err != nil {
		s.t.Fatal(err)
	}
	other, err := s.gecode(c, extra)
	if err != nil {
		return "wrong", "not in the file, and Gecode says: " + clipped(err.Error())
	}
	if len(other.list) == 0 {
		return "wrong", fmt.Sprintf("not in the file, and Gecode says %s of %s", cmp.Or(other.status, "nothing"), clipped(fixed.String()))
	}
	if objective, is := last["_objective"]; is {
		best, err := s.gecode(c)
		if err != nil || len(best.list) == 0 || best.list[len(best.list)-1]["_objective"] != objective {
			return "wrong", fmt.Sprintf("not in the file, and Gecode's objective is another than %v", objective)
		}
	}
	return "right", "another solution than in the file, and one by Gecode"
}

// gecode runs a case, with further files, by Gecode.
func (s *suite) gecode(c *suiteCase, files ...string) (solutions, error) {
	output, err := s.minizinc(slices.Concat([]string{"--solver", "gecode", "-G", "std", "--time-limit", suiteLimit}, files, c.arguments())...)
	if err != nil {
		return solutions{}, err
	}
	return readSolutions(output)
}

// literal writes a value as a constraint of MiniZinc on "?"; ok is false where it does not.
func literal(value any) (text string, ok bool) {
	switch v := value.(type) {
	case bool, float64:
		return fmt.Sprintf("? = %v", v), true
	case []any:
		flat, ok := flattened(v)
		return "array1d(?) = [" + strings.Join(flat, ",") + "]", ok && len(flat) > 0
	case map[string]any:
		if e, is := v["e"].(string); is {
			return "? = " + e, true
		}
	}
	return "", false
}

func flattened(list []any) (flat []string, ok bool) {
	for _, value := range list {
		switch v := value.(type) {
		case []any:
			inner, ok := flattened(v)
			if !ok {
				return nil, false
			}
			flat = append(flat, inner...)
		case bool, float64:
			flat = append(flat, fmt.Sprint(v))
		case map[string]any:
			e, is := v["e"].(string)
			if !is {
				return nil, false
			}
			flat = append(flat, e)
		default:
			return nil, false
		}
	}
	return flat, true
}

// flatFile is how minizinc calls what it hands to a solver.
var flatFile = regexp.MustCompile(`\S*mznfile\w+\.fzn`)

// clipped keeps a message to a line of the list.
func clipped(text string) string {
	text = flatFile.ReplaceAllString(strings.Join(strings.Fields(text), " "), "model.fzn")
	return text[:min(len(text), 160)]
}
