package assembly

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the generated files")

// TestGenerate compares the files of package nine with what is generated.
func TestGenerate(t *testing.T) {
	assembly, declarations, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][]byte{"../../expand_amd64.s": assembly, "../../expand_amd64.go": declarations} {
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from what is generated (%v); -update writes it", file, err)
		}
	}
}
