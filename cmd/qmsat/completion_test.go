package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// completions asks what may follow words. The last word is incomplete; as a shell does, completions keeps only what continues it. It
// also returns the last line, which tells the shell how to go on.
func completions(t *testing.T, words ...string) (offered []string, directive string) {
	t.Helper()
	var out, complaint bytes.Buffer
	status := run(context.Background(), append([]string{"__complete"}, words...), streams{strings.NewReader(""), &out, &complaint})
	if status != 0 || complaint.Len() > 0 {
		t.Fatalf("completing %q: exit status %d, %s", words, status, complaint.String())
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	begun := words[len(words)-1]
	if strings.HasPrefix(begun, "--") {
		begun = begun[strings.Index(begun, "=")+1:]
	}
	for _, line := range lines[:len(lines)-1] {
		if text, _, _ := strings.Cut(line, "\t"); strings.HasPrefix(text, begun) {
			offered = append(offered, text)
		}
	}
	return offered, lines[len(lines)-1]
}

// What follows a command line: commands, topics, flags, the names that a flag takes, lists of them, files or nothing.
func TestComplete(t *testing.T) {
	const (
		files, nothing, list, folders = ":0", ":4", ":6", ":16"
	)
	for _, test := range []struct {
		words     string // separated by blanks; the last one is to be completed
		offered   string // all of them, in order, or with a "…" some of them
		directive string
	}{
		{"co", "count conflict convert code compare completion", nothing},
		{"", "… solve rules version help", nothing},
		{"help ", "… solve rules", nothing},
		{"rules ", "… prove profile", nothing},
		{"rules prove ", "", nothing},
		{"rules effect ", "", files},
		{"rules mine centre cor", "… corner corners-of-a-side", nothing},
		{"reproduce tab", "table1 table2 table3", nothing},
		{"completion ", "bash fish zsh", nothing},
		{"completion bash ", "", nothing},
		{"help c", "count candidates conflict convert check-proof chromatic code compare completion confirm cluster cultural certified:FORMAT", nothing},
		{"solve --li", "--limit", nothing},
		{"solve ", "", files},
		{"solve --format ", "… text grid json", nothing},
		{"export --format ", "dimacs opb lp mps", nothing},
		{"count --engine gi", "gini", nothing},
		{"count --engine e", "exec: exec-lp:", nothing},
		{"count --engine=pa", "paper", nothing},
		{"bench --engine native,go", "native,gophersat native,gophersat-pb", list},
		{"bench --engine gini,go", "gini,gophersat gini,gophersat-pb", list},
		{"count --engine native[", "native[search= native[order= native[propagation= native[branch= native[seed= native[implied= native[rules=", list},
		{"bench --engine gini,native[search=general,order=r", "gini,native[search=general,order=rows", list},
		{"bench --engine native[order=rows],gi", "native[order=rows],gini", list},
		{"help nat", "native", nothing},
		{"help eng", "engines", nothing},
		{"bench --amo ", "… all pairwise sequential", list},
		{"bench --rule-encoding tseitin,", "… tseitin,polarity", list},
		{"count --rule-encoding ", "… polarity tseitin", nothing},
		{"count --order f", "failures fewest", nothing},
		{"grids --what ", "… minigrids bands classes", nothing},
		{"generate --symmetric=q", "quarter-turn", nothing},
		{"count --rules ", "none all", files},
		{"count --delta ", "", nothing},
		{"count --timeout ", "", nothing},
		{"count --model ", "", files},
		{"count --model testdata/m", "", files},
		{"export -o ", "", files},
		{"rules prove --proof ", "", folders},
		{"code dis", "distances", nothing},
		{"code --delta 2 cr", "critical", nothing},
		{"code distances --by ", "average class pairs sets", nothing},
		{"code curves --de", "", nothing},
		{"help code sub", "subcodes", nothing},
		{"jobs res", "result", nothing},
	} {
		t.Run(test.words, func(t *testing.T) {
			offered, directive := completions(t, strings.Split(test.words, " ")...)
			if directive != test.directive {
				t.Errorf("directive %s, expected %s", directive, test.directive)
			}
			expected, some := strings.CutPrefix(test.offered, "…")
			for word := range strings.FieldsSeq(expected) {
				if !slices.ContainsFunc(offered, func(o string) bool { return strings.HasPrefix(o, word) }) {
					t.Errorf("%q is not offered among %q", word, offered)
				}
			}
			if !some && strings.Join(offered, " ") != expected {
				t.Errorf("offered %q, expected %q", offered, expected)
			}
		})
	}
}

// Every flag of every command and topic is offered, and whatever a choice offers is taken.
func TestCompleteEveryFlag(t *testing.T) {
	for path, c := range everyCommand(commands...) {
		flags := c.describe(streams{}).Flags()
		offered, _ := completions(t, append(strings.Fields(path), "--")...)
		for _, name := range offered {
			name = strings.TrimPrefix(name, "--")
			flag := flags.Lookup(strings.TrimSuffix(name, "="))
			if flag == nil {
				if name != "help" {
					t.Errorf("%s: --%s is offered, and is no flag", path, name)
				}
				continue
			}
			if _, named := flag.Value.(*choice); !named {
				continue
			}
			values, _ := completions(t, append(strings.Fields(path), "--"+flag.Name+"=")...)
			if len(values) == 0 {
				t.Errorf("%s --%s: nothing is offered", path, flag.Name)
			}
			for _, value := range values {
				if err := flags.Set(flag.Name, value); err != nil {
					t.Errorf("%s --%s %s is offered, but: %v", path, flag.Name, value, err)
				}
			}
		}
	}
}

// Shells complete command lines by the scripts, typed at a terminal.
func TestShellsComplete(t *testing.T) {
	for _, test := range []struct {
		shell []string
		needs string // a file without which the shell cannot
		begin string // what is typed first; SCRIPT is the script's file
	}{
		{[]string{"bash", "--norc", "--noprofile", "-i"}, "/usr/share/bash-completion/bash_completion",
			"source /usr/share/bash-completion/bash_completion; source SCRIPT; PS1='ready> '\n"},
		{[]string{"zsh", "-f", "-i"}, "",
			"autoload -Uz compinit; compinit -u -D; source SCRIPT; PS1='ready> '\n"},
		{[]string{"fish", "--no-config", "-i"}, "",
			"function fish_prompt; echo 'ready> '; end; source SCRIPT\n"},
	} {
		name := test.shell[0]
		t.Run(name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("waits for processes")
			}
			if name == "zsh" {
				modeltest.OnlyLong(t) // its own start takes as long as all else
			}
			if _, err := exec.LookPath(name); err != nil {
				t.Skip(err)
			}
			if _, err := os.Stat(test.needs); test.needs != "" && err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "killer.yaml"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			script := filepath.Join(dir, "_qmsat")
			runIn(t, dir, "completion "+name+" -o "+script)
			shell := startTerminal(t, dir, []string{"TERM=dumb"}, test.shell...)
			shell.enter(strings.ReplaceAll(test.begin, "SCRIPT", script))
			shell.await("ready> ")
			for _, typed := range []struct{ begun, rest string }{
				{"qmsat reprod", "uce"},
				{"qmsat count --engine gin", "i"},
				{"qmsat bench --sum pairs,forb", "idden"},
				{"qmsat rules prof", "ile"},
				{"qmsat count --model kil", "ler.yaml"},
			} {
				shell.enter(typed.begun + "\t")
				shell.await(typed.rest)
				shell.enter("\x15\r") // the line is deleted
				shell.await("ready> ")
			}
		})
	}
}
