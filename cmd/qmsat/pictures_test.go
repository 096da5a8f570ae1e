package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/internal/lzstring"
)

// The pictures of docs/pictures.md are drawn from the models beside them, and that of README from the model that it shows. Each has one
// solution; -update draws them again.
func TestPicturesOfVariants(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "docs/variants/*.yaml"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs/pictures.md"))
	if err != nil {
		t.Fatal(err)
	}
	output := func(args ...string) string {
		var out, complaints strings.Builder
		if status := run(t.Context(), args, streams{strings.NewReader(""), &out, &complaints}); status != 0 || complaints.Len() > 0 {
			t.Fatalf("%q: status %d: %s", args, status, complaints.String())
		}
		return out.String()
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	page = append(page, bytes.ReplaceAll(readme, []byte("](docs/"), []byte("]("))...)
	for _, file := range append(files, filepath.Join(root, "testdata/models/mixed-9.yaml")) {
		picture := filepath.Join(root, "docs/variants", strings.TrimSuffix(filepath.Base(file), ".yaml")+".svg")
		golden(t, picture, output("draw", file))
		if count := output("count", "--engine", "native", "--model", file); count != "1\n" {
			t.Errorf("%s has %q solutions, expected one", file, count)
		}
		if name := "variants/" + filepath.Base(picture); !strings.Contains(string(page), "]("+name+")") {
			t.Errorf("neither docs/pictures.md nor README.md shows %s", name)
		}
	}
}

// draw leaves out fog, and says so in one line.
func TestDrawLeavesOutFog(t *testing.T) {
	const row = `[{}, {}, {}, {}]`
	board := `{"size": 4, "grid": [` + strings.Repeat(row+", ", 3) + row + `], "foglight": ["R1C1"]}`
	var out, complaints strings.Builder
	link := "https://www.f-puzzles.com/?load=" + lzstring.Base64.Encode(board)
	if status := run(t.Context(), []string{"draw", link}, streams{strings.NewReader(""), &out, &complaints}); status != 0 {
		t.Fatalf("status %d", status)
	}
	if complaints.String() != "qmsat: the fog is not drawn\n" || !strings.Contains(out.String(), "<svg") {
		t.Errorf("standard error %q", complaints.String())
	}
}
