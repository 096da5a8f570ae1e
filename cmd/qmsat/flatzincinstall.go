package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"

	"qmsat/compare"
	"qmsat/internal/atomicfile"
	"qmsat/model/engine"
	"qmsat/model/flatzinc/library"
)

// solverConfiguration is what MiniZinc reads of a solver. Paths are relative to the file that it stands in.
//
// Source: The MiniZinc Handbook, "Solver configuration files", 4.3.5.
type solverConfiguration struct {
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

// installSolver writes the configuration and the library into a folder, which is made where there is none.
func installSolver(folder string) error {
	executable, err := os.Executable()
	if err == nil {
		executable, err = filepath.EvalSymlinks(executable)
	}
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(solverConfiguration{
		ID: "org.qmsat.qmsat", Name: "qmsat", Description: synopsis, Version: strings.TrimPrefix(compare.ReadBuild().Version, "v"),
		Executable: executable, Library: "qmsat", Tags: []string{"cp", "sat", "int"},
		StandardFlags: []string{"-a", "-n", "-i", "-s", "-v", "-t", "-p", "-r", "-f"},
		ExtraFlags: [][4]string{
			{"--engine", "what solves: " + strings.Join(engine.Forms(), ", "), "string", "native"},
			{"--confirm", "what counts, or looks for the best solution, once more: an engine, or auto", "string", ""},
			{"--memory", "stop when the process holds more than this, such as 2GiB", "string", ""},
		},
		SupportsFzn: true, NeedsSolns2Out: true,
	}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, "qmsat"), 0o777); err != nil {
		return inputError(err)
	}
	files, err := library.Files.ReadDir(".")
	for _, file := range files {
		var content []byte
		if err == nil {
			content, err = library.Files.ReadFile(file.Name())
		}
		if err == nil {
			err = installFile(filepath.Join(folder, "qmsat", file.Name()), content)
		}
	}
	if err == nil { // MiniZinc finds the solver once all is there
		err = installFile(filepath.Join(folder, "qmsat.msc"), append(text, '\n'))
	}
	return outputError(err)
}

func installFile(name string, content []byte) error {
	return atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
