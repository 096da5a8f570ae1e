package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"qmsat/internal/modeltest"
)

// There is a page for qmsat and for each command. It has every flag and example, and groff and mandoc find no fault in it.
func TestManualPages(t *testing.T) {
	modeltest.OnlyLong(t)
	folder := filepath.Join(t.TempDir(), "man1")
	runIn(t, ".", "man -o "+folder)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	expected := []string{filepath.Join(folder, "qmsat.1")}
	for path, c := range everyCommand(commands...) {
		file := filepath.Join(folder, "qmsat-"+strings.ReplaceAll(path, " ", "-")+".1")
		expected = append(expected, file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if shown := runIn(t, ".", "man "+path); shown != string(text) {
			t.Errorf("qmsat man %s and the file of --output differ", path)
		}
		flags := c.describe(streams{}).Flags()
		flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(string(text), `\fB--`+f.Name+`\fP`) {
				t.Errorf("%s lacks --%s", file, f.Name)
			}
		})
		for _, e := range c.allExamples() {
			if !strings.Contains(string(text), "qmsat "+strings.ReplaceAll(e.args, `\`, `\\`)+"\n") {
				t.Errorf("%s lacks the example %q", file, e.args)
			}
		}
	}
	for _, page := range topicPages {
		expected = append(expected, filepath.Join(folder, "qmsat-"+page.name+".1"))
	}
	slices.Sort(expected)
	if !slices.Equal(files, expected) {
		t.Errorf("pages %v, expected %v", files, expected)
	}
	for _, check := range [][]string{
		{"groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"},
		{"mandoc", "-T", "lint", "-W", "warning"},
	} {
		if _, err := exec.LookPath(check[0]); err != nil || testing.Short() {
			t.Logf("%s does not read the pages: %v", check[0], err)
			continue
		}
		command := exec.Command(check[0], slices.Concat(check[1:], files)...)
		var complaint strings.Builder
		command.Stderr = &complaint
		out, _ := command.Output() // mandoc's status tells that there are warnings, which are read below
		if check[0] == "mandoc" {
			complaint.Write(out)
		}
		for line := range strings.Lines(complaint.String()) {
			// The pages have no date, so that a build can be made again.
			if !strings.Contains(line, "missing date") {
				t.Errorf("%s: %s", check[0], line)
			}
		}
	}
}
