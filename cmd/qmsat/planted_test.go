package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"qmsat/model/modeltest"
)

// plant is a fault that is put into the sources.
type plant struct {
	name, file string
	changes    []string // old text, new text, and so on
	more       string   // declarations for the end of the file
	flags      string   // of compare --random
}

const (
	canonical    = "model/canonical.go"
	automorphism = "native/frontier/automorphism.go"
	interfaces   = `		return appendCanonical(appendWord(text, strings.TrimSuffix(t.PkgPath(), "/kinds")+"."+t.Name()), v.Elem())`
	structs      = "			text = appendCanonical(text, v.Field(i))"
	alike        = "--models almost-equal"
	normalised   = "		texts = append(texts, model.CanonicalText(model.Normal(renamed)))"
	coloured     = "hashText(fmt.Sprint(r.problem.values[v], r.problem.hidden[v]))"
	domains      = "!slices.Equal(s.problem.values[v], s.problem.values[w])"
	symmetric    = alike + " --engine frontier --symmetry full"
)

var plants = []plant{
	{"key without connective", canonical, []string{interfaces,
		`		name := map[string]string{"And": "Formula", "Or": "Formula"}[t.Name()]
		if name == "" {
			name = t.Name()
		}
		return appendCanonical(appendWord(text, name), v.Elem())`}, "", alike},
	{"key without negation", canonical, []string{interfaces,
		`		if not, is := v.Interface().(Not); is {
			return appendCanonical(text, reflect.ValueOf(&not.Of).Elem())
		}
` + interfaces}, "", alike},
	{"key without a bound", canonical, []string{structs,
		`			if v.Type().Name() == "Linear" && v.Type().Field(i).Name == "Hi" {
				continue
			}
` + structs}, "", alike},
	{"key without a coefficient's sign", canonical, []string{structs,
		`			if v.Type().Field(i).Name == "Coefficient" {
				text = append(strconv.AppendInt(text, max(v.Field(i).Int(), -v.Field(i).Int()), 10), ' ')
				continue
			}
` + structs}, "", alike},
	{"key without a domain", "native/frontier/group.go", []string{
		"		key = model.AppendCanonicalDomain(key, domainOf(list))", "		key = append(key, byte(len(list)))"}, "", alike},
	{"key without argument order", "native/frontier/group.go", []string{
		"		key = model.AppendCanonical(key, renamed[i])", "		key = model.AppendCanonical(key, unordered(renamed[i]))"}, `
func unordered(c model.Constraint) model.Constraint {
	places := slices.Sorted(slices.Values(c.Scope()))
	return c.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) { return places[slices.Index(c.Scope(), v)], true }})
}
`, alike},
	{"symmetry that ignores tuples", automorphism, []string{normalised,
		`		if table, is := renamed.(*model.Table); is {
			renamed = &model.Table{Vars: table.Vars, Forbidden: table.Forbidden}
		}
` + normalised}, "", symmetric},
	{"symmetry that ignores a rule", automorphism, []string{normalised,
		`		if _, is := renamed.(*model.Rule); is {
			renamed = &model.AllDifferent{Vars: renamed.Scope()}
		}
` + normalised}, "", symmetric},
	{"symmetry that ignores a given", automorphism, []string{
		coloured, "hashText(fmt.Sprint(r.problem.model.DomainOf(v), r.problem.hidden[v]))",
		domains, "!s.problem.model.DomainOf(v).Equal(s.problem.model.DomainOf(w))"}, "", symmetric},
	{"symmetry that ignores a domain", automorphism, []string{
		coloured, "hashText(fmt.Sprint(r.problem.hidden[v]))", domains, "false"}, "", symmetric},
	{"catalogue keyed without the sums' bounds", "native/catalogues.go", []string{
		"		key := box.Text()", "		key := unbounded(box).Text()"}, `
func unbounded(box *space.Fragment) *space.Fragment {
	m := *box.Model
	m.Constraints = slices.Clone(m.Constraints)
	for i, c := range m.Constraints {
		if sum, is := c.(*model.Linear); is {
			m.Constraints[i] = &model.Linear{Terms: sum.Terms}
		}
	}
	return &space.Fragment{Model: &m}
}
`, alike + " --engine native"},
	{"certificate tag that begins another", "encode/proof/table.go", []string{
		"		text = []byte{tagForbidden}", "		text = []byte{tagAllowed}"}, "", alike + " --engine certified:frontier --symmetry none"},
}

// planted returns the file with the fault.
func (p *plant) planted(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, p.file))
	if err != nil {
		t.Fatal(err)
	}
	changed := string(text)
	for i := 0; i < len(p.changes); i += 2 {
		if n := strings.Count(changed, p.changes[i]); n != 1 {
			t.Errorf("%s: %q stands %d times in %s, expected once", p.name, p.changes[i], n, p.file)
		}
		changed = strings.Replace(changed, p.changes[i], p.changes[i+1], 1)
	}
	return changed + p.more
}

// TestPlants holds that all faults can be planted.
func TestPlants(t *testing.T) {
	for _, p := range plants {
		p.planted(t)
	}
}

// TestPlanted holds that compare --random finds each planted fault within a minute, whatever the seed. A check of itself that an
// engine fails is a find, too.
func TestPlanted(t *testing.T) {
	modeltest.OnlyConfirm(t)
	for _, p := range plants {
		t.Run(p.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name string, text []byte) string {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
					t.Fatal(err)
				}
				return filepath.Join(dir, name)
			}
			whole := filepath.Join(root, p.file)
			overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{whole: write("planted.go", []byte(p.planted(t)))}})
			if err != nil {
				t.Fatal(err)
			}
			program := filepath.Join(dir, "qmsat")
			if out, err := exec.Command("go", "build", "-overlay", write("overlay.json", overlay), "-o", program, ".").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			seed := fmt.Sprint(time.Now().UnixNano())
			args := append(strings.Fields("compare --random 0 --for 1m --workers 2 --timeout 1s --seed"), seed, "--out", dir)
			start := time.Now()
			out, err := exec.Command(program, append(args, strings.Fields(p.flags)...)...).CombinedOutput()
			if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != statusCheck && exit.ExitCode() != statusFailed {
				t.Fatalf("not found: %v\n%s", err, out)
			}
			t.Logf("seed %s: found after %.1f s: %s", seed, time.Since(start).Seconds(), strings.SplitN(string(out), "\n", 2)[0])
		})
	}
}
