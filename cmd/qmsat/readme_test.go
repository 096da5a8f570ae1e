package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/model"
)

// shownTime is a time as the command prints it: a number with its unit, or a fraction in comma-separated values.
var shownTime = regexp.MustCompile(`\b[0-9.]+(e[+-][0-9]+)? (s|ms|µs|ns)\b|\b[0-9]+\.[0-9]+(e-[0-9]+)?\b|\b[0-9]+e-[0-9]+\b`)

// shownMachine is the line, or the values between commas, that say what was measured on.
var shownMachine = regexp.MustCompile(`(?m)^machine: .*$|,[^,\n]*,[0-9]+,[a-z0-9]+,[a-z0-9]+,go[^,\n]*,[0-9a-z]+,(true|false),[0-9TZ:-]+,`)

// maskTimes replaces times, the blanks that align them, and the machine.
func maskTimes(text string) string {
	text = shownMachine.ReplaceAllString(text, "MACHINE")
	return regexp.MustCompile(` +`).ReplaceAllString(shownTime.ReplaceAllString(text, "TIME"), " ")
}

// console is a block of README that shows a command and its output; the command runs in the root of the repository.
var console = regexp.MustCompile("(?s)```console\n\\$ ([^\n]*)\n(.*?)```")

// listing is a block of README that shows a model file, after a link to it.
var listing = regexp.MustCompile("(?s)\\]\\((testdata/models/[^)]*)\\):\n\n```yaml\n(.*?)```")

// README's model files are what the files hold, comments left out; -update rewrites them.
func TestREADMEModels(t *testing.T) {
	file := filepath.Join(root, "README.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	fresh := listing.ReplaceAllStringFunc(string(text), func(block string) string {
		shown++
		parts := listing.FindStringSubmatch(block)
		model, err := os.ReadFile(filepath.Join(root, parts[1]))
		if err != nil {
			t.Fatal(err)
		}
		content := regexp.MustCompile("(?m)^#.*\n").ReplaceAllString(string(model), "")
		return strings.Replace(block, parts[2], content, 1)
	})
	if shown == 0 {
		t.Error("README shows no model file")
	}
	golden(t, file, fresh)
}

// README's outputs are what the commands print, times left out; -update rewrites them.
func TestREADME(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command of README")
	}
	file, err := filepath.Abs(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	fresh := console.ReplaceAllStringFunc(string(text), func(block string) string {
		parts := console.FindStringSubmatch(block)
		line, isCommand := strings.CutPrefix(parts[1], "go run ./cmd/qmsat ")
		if !isCommand {
			return block
		}
		shown++
		out := runIn(t, filepath.Dir(file), line)
		if maskTimes(out) == maskTimes(parts[2]) {
			return block
		}
		if !*update {
			t.Errorf("README's output of %q is stale (-update rewrites it), it prints:\n%s", line, out)
		}
		return "```console\n$ " + parts[1] + "\n" + out + "```"
	})
	if shown < 2 {
		t.Errorf("README shows %d commands, expected more", shown)
	}
	if *update {
		if err := os.WriteFile(file, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// gridsRow is a row of README's table of quasi-magic grids: Δ, mini-grids, bands, grids, classes.
var gridsRow = regexp.MustCompile(`(?m)^\| ([0-9]) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]+) \| ([0-9,]*) ?\|$`)

// countedWhere names the variable that has to be set for the grids of a Δ to be counted: they take a minute or so.
var countedWhere = map[string]string{
	"4": "QMSAT_LONG", "5": "QMSAT_CONFIRM", "6": "QMSAT_CONFIRM", "7": "QMSAT_LONG", "8": "QMSAT_LONG",
}

// README's numbers of grids are what qmsat grids counts.
func TestREADMEGrids(t *testing.T) {
	if testing.Short() {
		t.Skip("counts grids")
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := gridsRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) != model.MaxDelta(3)+1 {
		t.Fatalf("%d rows, expected one for each Δ", len(rows))
	}
	for _, row := range rows {
		delta := row[1]
		where, slow := countedWhere[delta]
		slow = slow && os.Getenv(where) == ""
		for i, what := range []string{"minigrids", "bands", "grids", "classes"} {
			shown := strings.ReplaceAll(row[i+2], ",", "")
			if shown == "" || slow && i >= 2 || what == "classes" && delta == "4" {
				continue
			}
			if counted := runIn(t, ".", "grids --delta "+delta+" --what "+what); counted != shown+"\n" {
				t.Errorf("README says %s %s for Δ = %s, qmsat counts %s", shown, what, delta, counted)
			}
		}
	}
}
