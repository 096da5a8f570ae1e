package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// diskLog is a server's logger that only notes whether the disk was full, and why the server cannot start.
type diskLog struct {
	full  atomic.Bool
	fatal atomic.Value
}

// Errorf implements server.Logger. It notes an error that says that the disk is full.
func (l *diskLog) Errorf(_ string, values ...any) {
	for _, value := range values {
		if err, ok := value.(error); ok && errors.Is(err, syscall.ENOSPC) {
			l.full.Store(true)
		}
	}
}

func (l *diskLog) Noticef(string, ...any) {}
func (l *diskLog) Warnf(string, ...any)   {}
func (l *diskLog) Debugf(string, ...any)  {}
func (l *diskLog) Tracef(string, ...any)  {}

// Fatalf implements server.Logger. It notes why the server ends.
func (l *diskLog) Fatalf(format string, values ...any) { l.fatal.Store(fmt.Sprintf(format, values...)) }

// leastRoom is how many bytes must be free again on a disk that was full.
const leastRoom = 1 << 20

// reopen restarts JetStream whenever the disk was full and has room again, until the context ends. A stream accepts no writes
// after a failed write until then.
func (s *Server) reopen(ctx context.Context, disk *diskLog, config server.JetStreamConfig) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if !disk.full.Load() || !hasRoom(s.folder) {
			continue
		}
		if s.server.ShutdownJetStream() == nil {
			again := config // a copy, since EnableJetStream changes it
			disk.full.Store(s.server.EnableJetStream(&again) != nil)
		}
	}
}

// hasRoom reports whether a file of leastRoom bytes can be written to a folder.
func hasRoom(folder string) bool {
	name := filepath.Join(folder, "room")
	defer os.Remove(name)
	return os.WriteFile(name, make([]byte, leastRoom), 0o600) == nil
}
