// Package library holds the MiniZinc library of qmsat: which global constraints MiniZinc hands over whole. All others
// decompose as the standard library says. Predicates without a body come to FlatZinc under their names, which are those that
// [qmsat/model/flatzinc] reads. [Install] writes it where MiniZinc finds it.
package library

import (
	"embed"
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"qmsat/internal/atomicfile"
)

// Files are the library's files, without a folder.
//
//go:embed *.mzn
var Files embed.FS

// Solver is what MiniZinc reads of a solver. Paths are relative to the file that it stands in.
//
// Source: The MiniZinc Handbook, "Solver configuration files", 4.3.5.
type Solver struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	Description    string      `json:"description"`
	Version        string      `json:"version"`
	Executable     string      `json:"executable"`
	Library        string      `json:"mznlib"`
	Tags           []string    `json:"tags"`
	StandardFlags  []string    `json:"stdFlags"`
	ExtraFlags     [][4]string `json:"extraFlags"` // name, what it does, type, default
	SupportsFzn    bool        `json:"supportsFzn"`
	NeedsSolns2Out bool        `json:"needsSolns2Out"`
}

// Install writes what MiniZinc reads of a solver, and the library beside it, into a folder.
func Install(folder string, s Solver) error {
	if err := os.MkdirAll(filepath.Join(folder, s.Library), 0o777); err != nil {
		return err
	}
	files, err := Files.ReadDir(".")
	if err != nil {
		return err
	}
	for _, file := range files {
		content, err := Files.ReadFile(file.Name())
		if err == nil {
			err = install(filepath.Join(folder, s.Library, file.Name()), content)
		}
		if err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return install(filepath.Join(folder, s.Name+".msc"), append(text, '\n')) // MiniZinc finds the solver once all is there
}

func install(name string, content []byte) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
