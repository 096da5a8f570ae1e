package modeltest

import (
	"os"
	"testing"
)

// Long reports whether tests may take more than a second or so: where QMSAT_LONG is set, as in CI.
func Long() bool { return os.Getenv("QMSAT_LONG") != "" }

// OnlyLong skips a test elsewhere.
func OnlyLong(t testing.TB) {
	t.Helper()
	if !Long() {
		t.Skip("takes long; runs where QMSAT_LONG is set")
	}
}
