// Release builds the archives of a release from the tag of the commit that is checked out: the command for Linux, macOS and Windows on
// amd64 and arm64, and the page for web servers, with checksums. The same commit and the same Go give the same bytes in any folder.
//
//	go run ./.ci/release [-o dist] [-only linux/amd64,page]
//
// It vets the source for each platform first. The archive of this machine's platform is unpacked in an empty folder and run.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"qmsat/compare"
)

// page is the static build of the page, beside platforms as Go names them.
const page = "page"

var platforms = []string{"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64", page}

func main() {
	log.SetFlags(0)
	out := flag.String("o", "dist", "folder for the archives")
	only := flag.String("only", strings.Join(platforms, ","), "platforms")
	flag.Parse()
	work, err := os.MkdirTemp("", "qmsat-release")
	if err == nil {
		err = errors.Join(release(*out, strings.Split(*only, ","), work), os.RemoveAll(work))
	}
	if err != nil {
		log.Fatal("release: ", err)
	}
}

// release builds the archives for some platforms, and a file of checksums.
func release(out string, only []string, work string) error {
	b, err := newBuild(work)
	if err == nil {
		err = os.MkdirAll(out, 0o755)
	}
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, platform := range only {
		begun, vetted := time.Now(), "./..."
		if platform == page {
			vetted = "./cmd/qmsat-page"
		}
		_, unsound := run(environment(platform), "go", "vet", vetted)
		files, err := b.files(platform)
		if err := errors.Join(unsound, err); err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		folder, packing, suffix := "qmsat-"+b.tag+"-"+strings.ReplaceAll(platform, "/", "-"), tarred, ".tar.gz"
		if strings.HasPrefix(platform, "windows/") {
			packing, suffix = zipped, ".zip"
		}
		packed, err := packing(folder+"/", files, b.time)
		file := filepath.Join(out, folder+suffix)
		if err == nil {
			err = os.WriteFile(file, packed, 0o644)
		}
		if err == nil && platform == runtime.GOOS+"/"+runtime.GOARCH && suffix == ".tar.gz" {
			err = try(file, folder, filepath.Join(work, "unpacked"))
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(packed), filepath.Base(file))
		log.Printf("%-42s %5.1f MB %4.0f s", filepath.Base(file), float64(len(packed))/1e6, time.Since(begun).Seconds())
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// build is what all archives of a release share.
type build struct {
	tag    string
	time   time.Time // of the commit, and so of all files
	work   string    // a folder
	host   string    // the command for this machine
	shared map[string][]byte
}

// newBuild checks that a tag is checked out without changes, builds the command for this machine, and collects the files of all archives.
func newBuild(work string) (*build, error) {
	tag, untagged := run(nil, "git", "describe", "--exact-match", "--tags", "HEAD")
	changed, failed := run(nil, "git", "status", "--porcelain")
	date, undated := run(nil, "git", "log", "-1", "--format=%ct")
	switch err := errors.Join(failed, undated); {
	case err != nil:
		return nil, err
	case changed != "":
		return nil, fmt.Errorf("found changed files, expected none:\n%s", changed)
	case untagged != nil || !strings.HasPrefix(tag, "v"+compare.Version):
		return nil, fmt.Errorf("found the tag %q at this commit, expected one that begins with v%s", tag, compare.Version)
	}
	seconds, err := strconv.ParseInt(date, 10, 64)
	if err != nil {
		return nil, err
	}
	b := &build{tag, time.Unix(seconds, 0).UTC(), work, filepath.Join(work, "host"), map[string][]byte{}}
	if _, err := run(nil, "go", "build", "-o", b.host, "./cmd/qmsat"); err != nil {
		return nil, err
	}
	for _, name := range []string{"LICENSE", "README.md", "docs/model.schema.json"} {
		if b.shared[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	for shell, file := range map[string]string{"bash": "qmsat.bash", "zsh": "_qmsat", "fish": "qmsat.fish"} {
		script, err := run(nil, b.host, "completion", shell)
		if err != nil {
			return nil, err
		}
		b.shared["completions/"+file] = []byte(script + "\n")
	}
	return b, nil
}

// files returns the files of an archive by their names.
func (b *build) files(platform string) (map[string][]byte, error) {
	if platform == page {
		return b.page()
	}
	env := environment(platform)
	system, processor, _ := strings.Cut(platform, "/")
	files, name, file := maps.Clone(b.shared), "qmsat", filepath.Join(b.work, system+"-"+processor)
	if system == "windows" {
		name += ".exe"
	}
	if _, err := run(env, "go", "build", "-ldflags=-s -w", "-o", file, "./cmd/qmsat"); err != nil {
		return nil, err
	}
	var err, unlicensed error
	files[name], err = os.ReadFile(file)
	files["LICENSES"], unlicensed = licenses(env, "./cmd/qmsat")
	return files, errors.Join(err, unlicensed)
}

// environment returns what makes Go compile for a platform.
func environment(platform string) []string {
	if platform == page {
		platform = "js/wasm"
	}
	system, processor, _ := strings.Cut(platform, "/")
	return []string{"GOOS=" + system, "GOARCH=" + processor}
}

// page returns the files of the static build of the page.
func (b *build) page() (map[string][]byte, error) {
	folder, files := filepath.Join(b.work, page), map[string][]byte{"LICENSE": b.shared["LICENSE"]}
	if _, err := run(nil, b.host, "serve", "--export", folder); err != nil {
		return nil, err
	}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files[name], err = os.ReadFile(filepath.Join(folder, name))
		}
		return err
	})
	var unlicensed error
	files["LICENSES"], unlicensed = licenses(environment(page), "./cmd/qmsat-page")
	return files, errors.Join(err, unlicensed)
}

// licenses returns the licenses of Go and of all modules that a command contains.
func licenses(env []string, pkg string) ([]byte, error) {
	list, err := run(env, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", pkg)
	root, failed := run(nil, "go", "env", "GOVERSION", "GOROOT")
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	modules := append(strings.Fields(strings.ReplaceAll(list, " ", "@")), strings.Fields(root)...)
	var text bytes.Buffer
	for pair := range slices.Chunk(modules, 2) {
		title := strings.ReplaceAll(pair[0], "@", " ") + ":\n\n"
		if bytes.Contains(text.Bytes(), []byte(title)) { // a module has many packages
			continue
		}
		found, _ := filepath.Glob(filepath.Join(pair[1], "LICENSE*")) // the pattern is valid
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: found no LICENSE", title)
		}
		license, err := os.ReadFile(found[0])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "%s%s\n\n", title, bytes.TrimSpace(license))
	}
	return text.Bytes(), nil
}

// modeOf returns who may read and run a file.
func modeOf(name string) fs.FileMode {
	if strings.TrimSuffix(name, ".exe") == "qmsat" {
		return 0o755
	}
	return 0o644
}

// tarred packs files into a folder. Nothing depends on the machine: names are sorted, all times are the same, and nobody owns a file.
func tarred(folder string, files map[string][]byte, modified time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is valid
	t := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &tar.Header{Name: folder + name, Mode: int64(modeOf(name)), Size: int64(len(files[name])), ModTime: modified, Format: tar.FormatUSTAR}
		err := t.WriteHeader(h)
		if err == nil {
			_, err = t.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return out.Bytes(), err
}

// zipped is tarred for Windows.
func zipped(folder string, files map[string][]byte, modified time.Time) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		h := &zip.FileHeader{Name: folder + name, Method: zip.Deflate, Modified: modified}
		h.SetMode(modeOf(name))
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

// try unpacks an archive in an empty folder, and runs the command there.
func try(archive, folder, empty string) error {
	if err := os.Mkdir(empty, 0o755); err != nil {
		return err
	}
	if _, err := run(nil, "tar", "-xzf", archive, "-C", empty); err != nil {
		return err
	}
	command := exec.Command(filepath.Join(empty, folder, "qmsat"), "count", "--box", "2x2")
	command.Dir = empty
	if answer, err := command.Output(); err != nil || string(answer) != "288\n" {
		return fmt.Errorf("%s: found %q as the number of grids, expected 288: %w", archive, answer, err)
	}
	return nil
}

// run runs a program without this machine's settings of Go, and returns what it prints.
func run(env []string, name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOWORK=off")
	command.Env = append(command.Env, env...)
	text, err := command.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %s", name, strings.Join(args, " "), bytes.TrimSpace(exit.Stderr))
	}
	return strings.TrimSpace(string(text)), err
}
