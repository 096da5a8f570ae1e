package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/compare"
	"qmsat/model/modeltest"
)

// clone returns a clone of this repository in a new folder, with a tag of a release, and makes it the current folder.
func clone(t *testing.T) string {
	t.Helper()
	modeltest.OnlyLong(t)
	root, err := run(nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		t.Skip(err) // no repository
	}
	folder := filepath.Join(t.TempDir(), "clone")
	if _, err := run(nil, "git", "clone", "-q", root, folder); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	if _, err := run(nil, "git", "tag", "-f", "v"+compare.Version+"-test"); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Two clones in folders of their own make the same archives, and the unpacked command runs in an empty folder.
func TestReleaseIsReproducible(t *testing.T) {
	var archives [2][]byte
	for i := range archives {
		clone(t)
		b, err := newBuild(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		files, err := b.files("linux/amd64")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"qmsat", "LICENSE", "README.md", "model.schema.json", "completions/qmsat.bash", "completions/_qmsat", "completions/qmsat.fish"} {
			if len(files[name]) < 1000 {
				t.Errorf("%s has %d bytes", name, len(files[name]))
			}
		}
		for _, module := range []string{"github.com/go-air/gini v", "github.com/spf13/cobra v", "go1."} {
			if !bytes.Contains(files["LICENSES"], []byte(module)) {
				t.Errorf("LICENSES has no license of %s", module)
			}
		}
		if bytes.Contains(files["qmsat"], []byte(b.work)) {
			t.Error("the command contains a path of this machine")
		}
		if archives[i], err = tarred("qmsat/", files, b.time); err != nil {
			t.Fatal(err)
		}
		zip, err := zipped("qmsat/", files, b.time)
		if again, _ := zipped("qmsat/", files, b.time.Local()); err != nil || !bytes.Equal(zip, again) {
			t.Errorf("the zip archive depends on the time zone, %v", err)
		}
		file := filepath.Join(b.work, "qmsat.tar.gz")
		if err := os.WriteFile(file, archives[i], 0o644); err != nil {
			t.Fatal(err)
		}
		if err := try(file, "qmsat", filepath.Join(b.work, "empty")); err != nil {
			t.Error(err)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two clones of one commit made different archives")
	}
}

// Changed files, and a commit without a tag of this version, are no release.
func TestReleaseRefuses(t *testing.T) {
	folder := clone(t)
	refuses := func(expected string) {
		t.Helper()
		if _, err := newBuild(t.TempDir()); err == nil || !strings.Contains(err.Error(), expected) {
			t.Errorf("%v, expected %q", err, expected)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "more.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	refuses("found changed files")
	if err := os.Remove(filepath.Join(folder, "more.txt")); err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"", "v9.9.9"} {
		if _, err := run(nil, "git", "tag", "-d", "v"+compare.Version+"-test"); err != nil && tag == "" {
			t.Fatal(err)
		}
		if tag != "" {
			if _, err := run(nil, "git", "tag", tag); err != nil {
				t.Fatal(err)
			}
		}
		refuses("found the tag \"" + tag)
	}
}

// The command of README changes the path of the module: all packages have the new one, and compile.
func TestModulePath(t *testing.T) {
	clone(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`(?m)^git ls-files .*go mod edit -module example\.org/qmsat$`).Find(readme)
	if command == nil {
		t.Fatal("README.md has no command that changes the module's path")
	}
	if text, err := exec.Command("bash", "-c", string(command)).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, %s", command, err, text)
	}
	packages, err := run(nil, "go", "list", "-deps", "./...")
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for pkg := range strings.Lines(packages) {
		if strings.HasPrefix(pkg, "qmsat") {
			t.Errorf("package %s still has the old path", pkg)
		} else if strings.HasPrefix(pkg, "example.org/qmsat/") {
			own++
		}
	}
	if own < 50 {
		t.Errorf("%d packages have the new path, expected all", own)
	}
	if _, err := run(nil, "go", "build", "./..."); err != nil {
		t.Error(err)
	}
	if answer, err := run(nil, "go", "run", "./cmd/qmsat", "count", "--box", "2x2"); err != nil || answer != "288" {
		t.Errorf("%q, %v, expected 288", answer, err)
	}
}
