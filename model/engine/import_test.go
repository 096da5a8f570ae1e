package engine_test

import (
	"strings"
	"testing"

	"qmsat/model"
)

// TestVariantsNeedAnImport reads named constraints where nothing has registered them, as in the tests of this package: the error names
// the import.
func TestVariantsNeedAnImport(t *testing.T) {
	if len(model.NamedKinds()) > 0 {
		t.Fatal("named constraints are registered, expected none in this package's tests")
	}
	for _, file := range []string{"constraints: [{kind: thermometer, line: r1c1-r1c3}]", "anti: [knight]"} {
		_, _, err := model.ReadYAML("f.yaml", strings.NewReader("grid: {boxes: 2x2}\n"+file+"\n"))
		if want := `import _ "qmsat/model/variant"`; err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "f.yaml:2:") {
			t.Errorf("%s: %v, expected %s", file, err, want)
		}
	}
}
