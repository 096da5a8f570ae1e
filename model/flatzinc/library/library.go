// Package library holds the MiniZinc library of qmsat: it lists the global constraints that MiniZinc passes on whole. The
// standard library decomposes all others. Predicates without a body appear in FlatZinc under their own names, as
// [qmsat/model/flatzinc] reads them. [Install] writes the library to the place where MiniZinc looks for it.
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

// Solver is MiniZinc's description of a solver. Paths are relative to the file that holds it.
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

// Install writes the description of a solver for MiniZinc, and the library, into a folder.
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
	return install(filepath.Join(folder, s.Name+".msc"), append(text, '\n')) // written last: then MiniZinc finds a complete solver
}

func install(name string, content []byte) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
