package serve

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"qmsat/internal/atomicfile"
)

// What index.html says of the engines: where they run.
const (
	engineServer = `<meta name="qmsat-engine" content="server">`
	engineStatic = `<meta name="qmsat-engine" content="static">`
)

// Export writes the page into a folder for any web server. Its methods run in the browser, as WebAssembly that the local Go
// toolchain compiles from the source in the current folder. It tells what it does, and which share of the packages is compiled: those
// that Go has compiled before take no time.
func Export(ctx context.Context, dir string, tell func(doing string, share float64)) error {
	s, err := New(Options{})
	if err != nil {
		return err
	}
	index := s.files["index.html"].data
	if !bytes.Contains(index, []byte(engineServer)) {
		return fmt.Errorf("index.html: found no %s", engineServer)
	}
	module, start, err := compile(ctx, tell)
	if err != nil {
		return err
	}
	tell("packing "+strconv.Itoa(len(module)>>20)+" MB", mostCompiled)
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
func compile(ctx context.Context, tell func(doing string, share float64)) (module, start []byte, err error) {
	const pkg = "qmsat/cmd/qmsat-page"
	folder, err := os.MkdirTemp("", "qmsat-page")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(folder)
	told := &packages{tell: tell, all: 1}
	run := func(args ...string) (string, error) {
		command := exec.CommandContext(ctx, "go", args...)
		command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
		command.Stderr = told
		out, err := command.Output()
		switch {
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case errors.As(err, new(*exec.ExitError)):
			return "", fmt.Errorf("go %s: %s; expected qmsat's source in the current folder", args[0], told.complaint)
		case err != nil:
			return "", fmt.Errorf("%w; compiling the engines needs Go", err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	root, err := run("env", "GOROOT")
	if err != nil {
		return nil, nil, err
	}
	stale, err := run("list", "-trimpath", "-deps", "-f", "{{if .Stale}}{{.ImportPath}}{{end}}", pkg)
	if err != nil {
		return nil, nil, err
	}
	told.all = max(1, len(strings.Fields(stale)))
	name := filepath.Join(folder, "qmsat.wasm")
	if _, err := run("build", "-v", "-trimpath", "-ldflags=-s -w", "-o", name, pkg); err != nil {
		return nil, nil, err
	}
	if module, err = os.ReadFile(name); err != nil {
		return nil, nil, err
	}
	start, err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	return module, start, err
}

// mostCompiled is the share of the work after which all packages are compiled.
const mostCompiled = 0.95

// packages reads what go build -v says: a line for each package that it compiles, or its complaints.
type packages struct {
	tell      func(doing string, share float64)
	all, done int
	rest      string // of a line
	complaint string // the first line that names no package
}

// Write implements [io.Writer].
func (p *packages) Write(text []byte) (int, error) {
	lines := strings.Split(p.rest+string(text), "\n")
	p.rest = lines[len(lines)-1]
	for _, line := range lines[:len(lines)-1] {
		switch {
		case strings.ContainsAny(line, " :"):
			if !strings.HasPrefix(line, "# ") { // the package that it is about
				p.complaint = cmp.Or(p.complaint, line)
			}
		case line != "":
			p.done++
			p.tell("compiling "+line, mostCompiled*float64(p.done)/float64(max(p.all, p.done)))
		}
	}
	return len(text), nil
}
