package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"qmsat/internal/atomicfile"
)

// What index.html says of the engines: where they run.
const (
	engineServer = `<meta name="qmsat-engine" content="server">`
	engineStatic = `<meta name="qmsat-engine" content="static">`
)

// Export writes the page into a folder for any web server. Its methods run in the browser, as WebAssembly that the local Go
// toolchain compiles from the source in the current folder.
func Export(ctx context.Context, dir string) error {
	s, err := New(Options{})
	if err != nil {
		return err
	}
	index := s.files["index.html"].data
	if !bytes.Contains(index, []byte(engineServer)) {
		return fmt.Errorf("index.html: found no %s", engineServer)
	}
	module, start, err := compile(ctx)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid
	_, failed := z.Write(module)
	if err := errors.Join(failed, z.Close()); err != nil {
		return err
	}
	policy := strings.Replace(strings.TrimSuffix(policy, "; frame-ancestors 'none'"), "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)
	s.files["index.html"] = file{data: bytes.Replace(index, []byte(engineServer),
		fmt.Appendf(nil, "%s\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">", engineStatic, policy), 1)}
	s.files["wasm_exec.js"] = file{data: start}
	s.files["qmsat.wasm"], s.files["qmsat.wasm.gz"] = file{data: module}, file{data: packed.Bytes()}
	for name, f := range s.files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := atomicfile.Write(path, func(w io.Writer) error { _, err := w.Write(f.data); return err }); err != nil {
			return err
		}
	}
	return nil
}

// compile returns the methods as a WebAssembly module, and the script of the toolchain that starts it.
func compile(ctx context.Context) (module, start []byte, err error) {
	const pkg = "qmsat/cmd/qmsat-page"
	folder, err := os.MkdirTemp("", "qmsat-page")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	run := func(args ...string) (string, error) {
		command := exec.CommandContext(ctx, "go", args...)
		command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
		out, err := command.Output()
		exit := new(exec.ExitError)
		switch {
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case errors.As(err, &exit):
			first, _, _ := strings.Cut(string(exit.Stderr), "\n")
			return "", fmt.Errorf("go %s: %s; expected qmsat's source in the current folder", args[0], first)
		case err != nil:
			return "", fmt.Errorf("%w; compiling the engines needs Go", err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	root, err := run("env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	if _, err := run("list", pkg); err != nil {
		return nil, nil, err
	}
	name := filepath.Join(folder, "qmsat.wasm")
	if _, err := run("build", "-trimpath", "-ldflags=-s -w", "-o", name, pkg); err != nil {
		return nil, nil, err
	}
	if module, err = os.ReadFile(name); err != nil {
		return nil, nil, err
	}
	start, err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	return module, start, err
}
