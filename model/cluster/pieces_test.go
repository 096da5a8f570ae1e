package cluster

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"qmsat/model/cluster/embedded"
)

// connected returns a connection to a server of its own.
func connected(t *testing.T) *Cluster {
	t.Helper()
	s, err := embedded.Start(t.Context(), embedded.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	c, err := Connect(t.Context(), s.URL, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// Files are read back for all sizes near a multiple of the piece size. A file that is too large or misses a piece is an error.
func TestPieces(t *testing.T) {
	c := connected(t)
	random := rand.NewChaCha8([32]byte{})
	for _, size := range []int{0, 1, maxPiece - 1, maxPiece, maxPiece + 1, 2 * maxPiece, 5*maxPiece + 7} {
		data := make([]byte, size)
		_, _ = random.Read(data)
		key := "job." + randomID(8)
		if err := c.keep(t.Context(), key, data); err != nil {
			t.Fatal(err)
		}
		if got, err := c.file(t.Context(), key, size); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes are read back as %d, error %v", size, len(got), err)
		}
		if _, err := c.file(t.Context(), key, size-1); err == nil || !strings.Contains(err.Error(), "more than") {
			t.Errorf("%d bytes: error %v, expected that they are too many", size, err)
		}
		if err := c.files.Purge(t.Context(), pieceKey(key, size/maxPiece)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.file(t.Context(), key, size); err == nil || !strings.Contains(err.Error(), "is missing") {
			t.Errorf("%d bytes without the last piece: error %v, expected that it is missing", size, err)
		}
	}
}
