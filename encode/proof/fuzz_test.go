package proof_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"qmsat/encode/proof"
	"qmsat/model"
)

// FuzzRead holds that bad text gives one line that says where, that what is read is written so that it reads back the same,
// and that whatever is read can be verified: without an error other than a refusal, and accepted only with six solutions.
func FuzzRead(f *testing.F) {
	genuine, err := os.ReadFile("../../testdata/proof/4x4.proof")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(genuine)
	f.Add([]byte("qmsat proof 1\n"))
	f.Add(bytes.Replace(genuine, []byte("add"), []byte("delete"), 2))
	f.Add(bytes.Replace(genuine, []byte("cube r1c1=1 r2c2=2 r3c2=3"), []byte("cube ."), 1))
	f.Add(bytes.Replace(genuine, []byte("extended/"), []byte("optimized/"), 1))
	f.Add(bytes.Replace(genuine, []byte("\nsolution 1"), []byte("\nsolution 99999999999999999999"), 1))
	m := must(model.Sudoku(2, 2))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := proof.Read("file", bytes.NewReader(text))
		if err != nil {
			var input *model.InputError
			if !errors.As(err, &input) || input.Line < 1 || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line that says where", err)
			}
			return
		}
		var again bytes.Buffer
		if err := p.Write(&again); err != nil {
			t.Fatal(err)
		}
		back, err := proof.Read("written", &again)
		if err != nil {
			t.Fatalf("written, but not read: %v", err)
		}
		if diff := cmp.Diff(p, back, cmpopts.IgnoreUnexported(proof.Proof{})); diff != "" {
			t.Fatalf("read back as another proof (-before +after):\n%s", diff)
		}
		cube, err := proof.Verify(context.Background(), m, p)
		var refusal *proof.Refusal
		switch {
		case err == nil:
			if want := len(p.Solutions); want != 6 && len(cube) == 3 {
				t.Fatalf("accepted with %d solutions", want)
			}
		case !errors.As(err, &refusal) || strings.ContainsAny(err.Error(), "\n\r"):
			t.Fatalf("%q: expected a refusal on one line", err)
		}
	})
}
