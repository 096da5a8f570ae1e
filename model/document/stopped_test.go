package document_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"qmsat/model"
	"qmsat/model/document"
	_ "qmsat/model/flatzinc"
)

// TestReadersStop checks that every reader of models ends with its context's cause soon after the context, at any point.
func TestReadersStop(t *testing.T) {
	const n = 20_000
	list := func(form, separator string) string {
		var items []string
		for i := range n {
			items = append(items, fmt.Sprintf(form, i+1))
		}
		return strings.Join(items, separator)
	}
	texts := map[string]string{
		"yaml":     "variables: {" + list("x%d: 0..9", ", ") + "}\nconstraints: [{kind: all-different, cells: [" + list("x%d", ", ") + "]}]\n",
		"dimacs":   fmt.Sprintf("p cnf %d %d\n", n, n) + list("%d 0\n", ""),
		"opb":      list("+1 x%d >= 1 ;\n", ""),
		"flatzinc": list("var 0..9: x%d;\n", "") + list("constraint int_le(1, x%d);\n", "") + "solve satisfy;\n",
	}
	errEnd := errors.New("the end")
	for _, reader := range document.Readers() {
		t.Run(reader.Name, func(t *testing.T) {
			text := texts[reader.Name]
			if d, err := reader.Read(t.Context(), "file", strings.NewReader(text)); err != nil || len(d.Model.Variables) != n {
				t.Fatal(err)
			}
			// The context ends after the text is read: the remaining work must end too. Readers by line have no remaining work.
			ctx, cancel := context.WithCancelCause(t.Context())
			end := io.MultiReader(strings.NewReader(text), atRead(func() { cancel(errEnd) }))
			if _, err := reader.Read(ctx, "file", end); !errors.Is(err, errEnd) && reader.Name != "dimacs" && reader.Name != "opb" {
				t.Errorf("error %v after the end", err)
			}
			for _, after := range []time.Duration{0, time.Millisecond, 10 * time.Millisecond} {
				ctx, cancel := context.WithTimeout(t.Context(), after)
				begun := time.Now()
				_, err := reader.Read(ctx, "file", strings.NewReader(text))
				if took := time.Since(begun); err != nil && !errors.Is(err, context.DeadlineExceeded) || took > after+time.Minute {
					t.Errorf("after %v: error %v, took %v", after, err, took)
				}
				cancel()
			}
		})
	}
}

// TestReadersCutOff checks that a line is not taken as complete if reading fails in its middle.
func TestReadersCutOff(t *testing.T) {
	errEnd := errors.New("the end")
	for name, text := range map[string]string{"dimacs": "p cnf 2 2\n1 0\n-", "opb": "+1 x1 >= 1 ;\n+1 x2 +"} {
		reader, err := document.ReaderOf(name, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := reader.Read(t.Context(), "file", io.MultiReader(strings.NewReader(text), iotest.ErrReader(errEnd))); !errors.Is(err, errEnd) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// atRead does something when it is read, and then ends.
type atRead func()

func (act atRead) Read([]byte) (int, error) {
	act()
	return 0, io.EOF
}

// TestNames compares the form of names with a regular expression.
func TestNames(t *testing.T) {
	form := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	for _, first := range []string{"", "a", "Z", "_", "0", "9", "-", "é", "\xff", " "} {
		for c := range rune(0x180) {
			if name := first + string(c); (model.CheckName(name) == nil) != form.MatchString(name) {
				t.Errorf("%q: error %v", name, model.CheckName(name))
			}
		}
	}
}
