package frontier

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model/modeltest"
)

// slow are the files of testdata/counts that take more than some hundredths of a second.
var slow = []string{"langford-11", "magic-4", "queens-12"}

// The counts in the files of testdata/counts are found.
func TestCounts(t *testing.T) {
	files, err := filepath.Glob("../../testdata/counts/*.yaml")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, error %v, expected more", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			for _, name := range slow {
				if strings.HasSuffix(t.Name(), name) {
					modeltest.OnlyLong(t)
				}
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m, cube, err := modeltest.ReadYAML(file, strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			if got := countOf(t, m, cube, nil).Count.String(); "# solutions: "+got != first {
				t.Errorf("counted %s, expected %s", got, first)
			}
		})
	}
}
