package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// serverProgram is the program of the embedded server. It is in the folder of the running program or in the PATH.
const serverProgram = "qmsat-server"

// ErrNoServer says that the program of the embedded server was not found.
var ErrNoServer = errors.New(serverProgram + " is neither in the folder of qmsat nor in the PATH; go install ./cmd/... builds both")

// startServer starts a server that stores its data in a folder, and returns its URL. The server ends when stop is called or this
// process ends.
func startServer(ctx context.Context, folder string) (url string, stop func(), err error) {
	program, err := findServer()
	if err != nil {
		return "", nil, err
	}
	server := exec.Command(program, "--folder", folder, "--with-input")
	complaints := &strings.Builder{}
	server.Stderr = complaints
	hold, err := server.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	output, err := server.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		return "", nil, fmt.Errorf("%s: %w", serverProgram, err)
	}
	stop = func() {
		hold.Close()
		_, _ = io.Copy(io.Discard, output)
		_ = server.Wait()
	}
	stopEarly := context.AfterFunc(ctx, func() { hold.Close() })
	line, err := bufio.NewReader(output).ReadString('\n')
	stopEarly()
	if err != nil {
		stop()
		return "", nil, errors.New(strings.TrimSpace(complaints.String()))
	}
	return strings.TrimSpace(line), stop, nil
}

func findServer() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), serverProgram)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(serverProgram)
	if err != nil {
		return "", ErrNoServer
	}
	return path, nil
}
