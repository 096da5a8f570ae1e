package main

import (
	"bytes"
	"encoding/json"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// shownTime is a time as the command prints it: a number with its unit, or a fraction in comma-separated values.
var shownTime = regexp.MustCompile(`\b[0-9.]+(e[+-][0-9]+)? (s|ms|µs|ns)\b|\b[0-9]+\.[0-9]+(e-[0-9]+)?\b|\b[0-9]+e-[0-9]+\b`)

// shownMachine is the line, or the values between commas, that say what was measured on.
var shownMachine = regexp.MustCompile(`(?m)^machine: .*$|,[^,\n]*,[0-9]+,[a-z0-9]+,[a-z0-9]+,go[^,\n]*,[0-9a-z]+,(true|false),[0-9TZ:-]+,`)

// masked replaces what differs from run to run, from build to build and from machine to machine: times, the blanks that align
// them, the machine, and what the build says of itself.
func masked(text string) string {
	text = shownMachine.ReplaceAllString(maskBuild(text), "MACHINE")
	return regexp.MustCompile(` +`).ReplaceAllString(shownTime.ReplaceAllString(text, "TIME"), " ")
}

// documents returns the files whose outputs are held.
func documents(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"} {
		files = append(files, filepath.Join(root, name))
	}
	return files
}

// editDocuments passes each document through a function, and holds it to what comes out, or rewrites it under -update.
func editDocuments(t *testing.T, edit func(t *testing.T, text string) string) {
	t.Helper()
	for _, file := range documents(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, file, edit(t, string(text)))
		})
	}
}

// listing is a block that shows a model file, after a link to it, which is relative to the document.
var listing = regexp.MustCompile("(?s)\\]\\((?:\\.\\./)?(testdata/models/[^)]*)\\):\n\n```yaml\n(.*?)```")

// Model files in documents are what the files hold, comments left out; -update rewrites them.
func TestDocumentModels(t *testing.T) {
	shown := 0
	editDocuments(t, func(t *testing.T, text string) string {
		return listing.ReplaceAllStringFunc(text, func(block string) string {
			shown++
			parts := listing.FindStringSubmatch(block)
			model, err := os.ReadFile(filepath.Join(root, parts[1]))
			if err != nil {
				t.Fatal(err)
			}
			content := regexp.MustCompile("(?m)^#.*\n").ReplaceAllString(string(model), "")
			return strings.TrimSuffix(block, parts[2]+"```") + content + "```"
		})
	})
	if shown == 0 {
		t.Error("no document shows a model file")
	}
}

// program is a block that shows an example as a program, after a link to its file.
var program = regexp.MustCompile("(?s)\\]\\((?:\\.\\./)?([a-z/]+/example_test\\.go)\\):\n\n```go\n(.*?)```")

// Programs in documents are the examples that they link to; -update rewrites them.
func TestDocumentPrograms(t *testing.T) {
	shown := 0
	editDocuments(t, func(t *testing.T, text string) string {
		return program.ReplaceAllStringFunc(text, func(block string) string {
			shown++
			parts := program.FindStringSubmatch(block)
			example, err := os.ReadFile(filepath.Join(root, parts[1]))
			if err != nil {
				t.Fatal(err)
			}
			return strings.TrimSuffix(block, parts[2]+"```") + asProgram(string(example)) + "```"
		})
	})
	if shown == 0 {
		t.Error("no document shows a program")
	}
}

// asProgram makes a program of a file that is one example: what it prints is left out.
func asProgram(example string) string {
	text := regexp.MustCompile(`(?s)\n\t// Output:.*\n}`).ReplaceAllString(example, "\n}")
	text = regexp.MustCompile(`(?m)^package \w+$`).ReplaceAllString(text, "package main")
	return regexp.MustCompile(`func Example\w*\(\)`).ReplaceAllString(text, "func main()")
}

// long are the command lines of documents and help that take seconds.
var long = regexp.MustCompile(`minizinc -|rules (mine|profile|prove)|chromatic --theorems|--confirm residual|code encode --bytes|reproduce inference|compare .*(quasimagic-180|--random)`)

// longer are those that take ten seconds or more. They run where QMSAT_CONFIRM is set.
var longer = regexp.MustCompile(`compare --random 100|^instances `)

// takesLong reports whether a command line takes longer than tests may: what it printed before is believed.
func takesLong(line string) bool {
	return !*update && (long.MatchString(line) && !modeltest.Long() || longer.MatchString(line) && !modeltest.Confirms())
}

// console is a block that shows a command line and its output.
var console = regexp.MustCompile("(?s)```console\n\\$ ([^\n]*)\n(.*?)```")

// Outputs in documents are what the command lines print, what masked replaces left out; -update rewrites them. The command lines
// of a document run in turn in a folder that has testdata, docs and a built qmsat, as the repository's has after go build, and
// the model files that the document shows. The source files that it shows are part of that qmsat. README's always run; those of
// other documents, and what takes seconds, run where QMSAT_LONG is set.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command line of the documents")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the command lines are for a shell")
	}
	besideOthers(t)
	shown := 0
	editDocuments(t, func(t *testing.T, text string) string {
		if !strings.HasPrefix(text, "# qmsat\n") && !*update {
			modeltest.OnlyLong(t)
		}
		dir := documentFolder(t, text)
		return console.ReplaceAllStringFunc(text, func(block string) string {
			parts := console.FindStringSubmatch(block)
			line := strings.ReplaceAll(parts[1], "go run ./cmd/qmsat", "./qmsat")
			if missing := missingProgram(line); missing != "" {
				t.Logf("%s is not here: not run: %s", missing, line)
				return block
			}
			if takesLong(line) {
				t.Logf("not run: %s", line)
				return block
			}
			shown++
			start := time.Now()
			out := runShell(t, dir, line)
			t.Logf("%v: %s", time.Since(start).Round(time.Millisecond), line)
			if masked(out) == masked(parts[2]) {
				return block
			}
			return "```console\n$ " + parts[1] + "\n" + out + "```"
		})
	})
	if shown < 5 {
		t.Errorf("documents show %d command lines, expected more", shown)
	}
}

// shownFile is a block that shows a whole file, after its name.
var shownFile = regexp.MustCompile("(?s)`([a-z/]+\\.(go|yaml))`:\n\n```(?:go|yaml)\n(.*?)```")

// documentFolder makes the folder in which a document's command lines run.
func documentFolder(t *testing.T, text string) string {
	t.Helper()
	dir, sources := t.TempDir(), map[string]string{}
	for _, file := range shownFile.FindAllStringSubmatch(text, -1) {
		name := filepath.Join(dir, filepath.Base(file[1]))
		if file[2] == "go" {
			sources[file[1]] = file[3]
		} else if err := os.WriteFile(name, []byte(file[3]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command, err := exec.LookPath("qmsat") // testscript puts it there
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) > 0 {
		command = buildWith(t, sources)
	}
	for name, target := range map[string]string{
		"qmsat": command, "testdata": filepath.Join(root, "testdata"), "docs": filepath.Join(root, "docs"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// buildWith builds the command with further source files, by their paths in the repository, and returns its file.
func buildWith(t *testing.T, sources map[string]string) string {
	t.Helper()
	command := filepath.Join(t.TempDir(), "qmsat")
	// Unoptimized, because nearly all is compiled again.
	build := exec.Command("go", "build", "-gcflags=qmsat/...=-N -l", "-ldflags=-s -w", "-overlay", overlaid(t, sources), "-o", command, "./cmd/qmsat")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building with the source files shown: %v\n%s", err, out)
	}
	return command
}

// TestNewEncoding runs the tests of encodings and of the command with the encoding that CONTRIBUTING shows: none of them may expect just
// those that there are. It leaves out what is long, such as the sizes of all encodings, which step 3 updates.
func TestNewEncoding(t *testing.T) {
	modeltest.OnlyLong(t)
	if testing.Short() {
		t.Skip("runs within itself")
	}
	besideOthers(t)
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## An encoding\n")
	section, _, _ = strings.Cut(section, "\n## ")
	sources := map[string]string{}
	for _, file := range shownFile.FindAllStringSubmatch(section, -1) {
		sources[file[1]] = file[3]
	}
	if len(sources) == 0 {
		t.Fatal("CONTRIBUTING shows no encoding")
	}
	tests := exec.Command("go", "test", "-short", "-vet=off", "-overlay", overlaid(t, sources), "./encode/...", "./compare", "./cmd/qmsat")
	tests.Dir, tests.Env = root, append(os.Environ(), "QMSAT_LONG=", "QMSAT_CONFIRM=")
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("tests with %v: %v\n%s", slices.Collect(maps.Keys(sources)), err, out)
	}
}

// overlaid returns an overlay for the go command that adds source files.
func overlaid(t *testing.T, sources map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for path, text := range sources {
		path = filepath.Join(root, path)
		if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
			t.Errorf("%s is not formatted as by gofmt: %v", path, err)
		}
		shown := filepath.Join(dir, strings.ReplaceAll(path, string(filepath.Separator), "_"))
		if err := os.WriteFile(shown, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[path] = shown
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, list, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// programs are what a command line of a document may run beside qmsat and what every machine has.
var programs = []string{"cadical", "cbc", "clasp", "fzn-gecode", "glpsol", "minizinc"}

// missingProgram returns a program that a command line runs and that is not installed, or "".
func missingProgram(line string) string {
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" |;'\":", r) }) {
		if _, err := exec.LookPath(word); err != nil && slices.Contains(programs, word) {
			return word
		}
	}
	return ""
}

// runShell runs a command line and returns its standard output; it may not complain.
func runShell(t *testing.T, dir, line string) string {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "sh", "-c", line)
	shell.Dir = dir
	var out, complaint bytes.Buffer
	shell.Stdout, shell.Stderr = &out, &complaint
	if err := shell.Run(); err != nil || countedBy.ReplaceAllString(complaint.String(), "") != "" {
		t.Errorf("%s: %v: %s", line, err, complaint.String())
	}
	return out.String()
}

// sourceFile is a source file as documents name it; declared is a name beside the file that it stands in.
var (
	sourceFile  = regexp.MustCompile("`([a-z0-9_/]+/[a-z0-9_]+\\.go)`")
	declared    = regexp.MustCompile("`([A-Za-z_.]+)`\\s\\(`([a-z0-9_/]+\\.go)`\\)")
	folderRow   = regexp.MustCompile("(?m)^\\| `([a-z/-]+)` \\|.*\\| (.*) \\|$") // of the table in ARCHITECTURE.md
	link        = regexp.MustCompile(`\]\(([^):#]+)\)`)                          // to a file, relative to the document
	inBackticks = regexp.MustCompile("`([^`]+)`")
)

// What documents speak of is there: the files that they link to, source files, and functions, types, variables and methods in them.
func TestDocumentedCode(t *testing.T) {
	names := 0
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]bool{}
		for _, block := range shownFile.FindAllStringSubmatch(string(text), -1) {
			shown[block[1]] = true
		}
		exists := func(name string) {
			if shown[name] {
				return
			}
			if _, err := os.Stat(filepath.Join(root, name)); err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
			}
		}
		for _, found := range sourceFile.FindAllStringSubmatch(string(text), -1) {
			exists(found[1])
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), found[1])); err != nil {
				t.Errorf("%s links to %s: %v", filepath.Base(file), found[1], err)
			}
		}
		if filepath.Base(file) == "ARCHITECTURE.md" {
			inTable := map[string]bool{}
			for _, row := range folderRow.FindAllStringSubmatch(string(text), -1) {
				exists(row[1])
				inTable["qmsat/"+row[1]] = true
				for _, name := range inBackticks.FindAllStringSubmatch(row[2], -1) {
					exists(filepath.Join(row[1], name[1]))
					inTable["qmsat/"+row[1]+"/"+name[1]] = true
				}
			}
			packages, err := dependencies()
			if err != nil {
				t.Fatal(err)
			}
			for name := range packages {
				if !inTable[name] {
					t.Errorf("ARCHITECTURE.md: the rooms have no %s", name)
				}
			}
		}
		for _, found := range declared.FindAllStringSubmatch(string(text), -1) {
			names++
			source, err := os.ReadFile(filepath.Join(root, found[2]))
			if err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
			} else if !declares(string(source), found[1]) {
				t.Errorf("%s: %s is not in %s", filepath.Base(file), found[1], found[2])
			}
		}
	}
	if names < 20 {
		t.Errorf("documents name %d functions with their files, expected more", names)
	}
}

// declares reports whether a source file declares a name: a method as Type.Name.
func declares(source, name string) bool {
	if i := strings.LastIndex(name, "."); i >= 0 {
		receiver, method := name[:i], name[i+1:]
		receiver = receiver[strings.LastIndex(receiver, ".")+1:]
		pattern := `(?m)^func \((\w+ )?\*?` + receiver + `(\[\w+\])?\) ` + method + `\(|^func ` + method + `[\[(]`
		return regexp.MustCompile(pattern).MatchString(source)
	}
	return regexp.MustCompile(`(?m)^(func|type|var|const) ` + name + `\b|^\t` + name + `( |, \w+)* +=`).MatchString(source)
}

// gridsRow is a row of the table of quasi-magic grids: Δ, fillings of a box, bands, grids, classes.
var gridsRow = regexp.MustCompile(`(?m)^\| ([0-9]) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]*) ?\|$`)

// countedWhere names the variable that has to be set for the grids of a Δ to be counted: they take a minute or so.
var countedWhere = map[string]string{
	"3": "QMSAT_LONG", "4": "QMSAT_CONFIRM", "5": "QMSAT_CONFIRM", "6": "QMSAT_CONFIRM", "7": "QMSAT_CONFIRM", "8": "QMSAT_CONFIRM", "9": "QMSAT_LONG",
}

// The numbers of grids in docs/grids.md are what qmsat grids counts.
func TestDocumentedGrids(t *testing.T) {
	modeltest.OnlyLong(t)
	if testing.Short() {
		t.Skip("counts grids")
	}
	for _, row := range rowsOf(t, "docs/grids.md", gridsRow) {
		delta := row[1]
		where, slow := countedWhere[delta]
		slow = slow && os.Getenv(where) == ""
		for i, what := range []string{"minigrids", "bands", "grids", "classes"} {
			shown := strings.ReplaceAll(row[i+2], ",", "")
			if shown == "" || slow && i >= 2 || what == "classes" && delta == "4" {
				continue
			}
			if counted := runIn(t, ".", "grids --delta "+delta+" --what "+what); counted != shown+"\n" {
				t.Errorf("docs/grids.md says %s %s for Δ = %s, qmsat counts %s", shown, what, delta, counted)
			}
		}
	}
}

// rowsOf returns the rows of a document's table with a line for each Δ.
func rowsOf(t *testing.T, name string, row *regexp.Regexp) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) != model.MaxDelta(3)+1 {
		t.Fatalf("%s has %d rows, expected one for each Δ", name, len(rows))
	}
	return rows
}
