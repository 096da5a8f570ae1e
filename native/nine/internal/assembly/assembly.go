// Package assembly generates the vector code of package nine, by avo. Nothing links it: its test compares what it generates with the
// files beside package nine, and `go test ./native/nine/internal/assembly -update` writes them.
package assembly

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// Generate returns the assembly and its declarations in Go.
func Generate() (assembly, declarations []byte, err error) {
	c := build.NewContext()
	c.ConstraintExpr("amd64,!purego")
	for _, bits := range []int{256, 512} {
		expand(c, bits)
		filter(c, bits)
	}
	file, err := c.Result()
	if err != nil {
		return nil, nil, err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return nil, nil, err
	}
	config := printer.Config{Name: "avo, see internal/assembly", Pkg: "nine"}
	if assembly, err = printer.NewGoAsm(config).Print(file); err != nil {
		return nil, nil, err
	}
	declarations, err = printer.NewStubs(config).Print(file)
	return assembly, declarations, err
}
