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

// serverProgram is the program that serves if there is no server: it stands beside the one that runs, or in the PATH.
const serverProgram = "qmsat-server"

// ErrNoServer says that there is no such program.
var ErrNoServer = errors.New(serverProgram + " is neither in the folder of qmsat nor in the PATH; go install ./cmd/... builds both")

// StartServer starts the program, which keeps everything in a folder, and returns the server's URL. It ends with stop, or with
// this process.
func StartServer(ctx context.Context, folder string) (url string, stop func(), err error) {
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
