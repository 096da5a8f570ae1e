// Mutate asks what the tests notice: it draws changes of the code by a seed, each a statement taken away or a comparison turned
// round, and runs the tests with it. What no test notices is printed with its position, then the share of each package.
//
//	go run ./.ci/mutate [-n 200] [-seed 1] [-whole] [PACKAGE]...
//
// A mutant meets the tests of its package, with -whole those of all packages then. The working copy stays as it is: a mutant is
// an overlay.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A mutant is a piece of a file, and what it is replaced by.
type mutant struct {
	pkg, file  string
	start, end int
	becomes    string
	position   token.Position
}

// A verdict is how a mutant ended.
type verdict int

const (
	unbuilt   verdict = iota // it does not compile, and says nothing
	noticed                  // a test failed, or ran too long
	unnoticed                // all tests passed
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 200, "mutants that compile")
	seed := flag.Uint64("seed", 1, "seed of the draw")
	limit := flag.Duration("timeout", 2*time.Minute, "how long the tests of a mutant may take")
	whole := flag.Bool("whole", false, "run all tests on what its package's own do not notice")
	flag.Parse()

	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	mutants := all(patterns)
	random := rand.New(rand.NewPCG(*seed, 0))
	random.Shuffle(len(mutants), func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })

	met, left := map[string]int{}, map[string]int{}
	drawn, survived := 0, 0
	for _, m := range mutants {
		if drawn == *n {
			break
		}
		result := m.run(*limit, m.pkg)
		if result == unbuilt {
			continue
		}
		drawn++
		met[m.pkg]++
		if result == unnoticed && (!*whole || m.run(5**limit, "./...") == unnoticed) {
			left[m.pkg]++
			survived++
			fmt.Printf("%s: unnoticed: %q\n", m.position, m.becomes)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(met)) {
		fmt.Printf("%-40s %3d of %3d unnoticed\n", pkg, left[pkg], met[pkg])
	}
	fmt.Printf("%d of %d unnoticed, of %d possible mutants, seed %d\n", survived, drawn, len(mutants), *seed)
}

// all returns every mutant of the packages that have tests, in the order of their files.
func all(patterns []string) []mutant {
	const form = `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}{{end}}`
	out, err := exec.Command("go", append([]string{"list", "-f", form}, patterns...)...).Output()
	if err != nil {
		log.Fatal(err)
	}
	var mutants []mutant
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		for _, name := range fields[2:] {
			mutants = append(mutants, ofFile(fields[0], filepath.Join(fields[1], name))...)
		}
	}
	return mutants
}

// opposite has what each comparison is turned into.
var opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

func ofFile(pkg, path string) []mutant {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		log.Fatal(err)
	}
	var mutants []mutant
	add := func(from, to token.Pos, becomes string) {
		position := files.Position(from)
		mutants = append(mutants, mutant{pkg, path, position.Offset, files.Position(to).Offset, becomes, position})
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.BinaryExpr:
			if turned, ok := opposite[node.Op]; ok {
				add(node.OpPos, node.OpPos+token.Pos(len(node.Op.String())), turned.String())
			}
		case *ast.BlockStmt:
			for _, statement := range node.List {
				if deletable(statement) {
					add(statement.Pos(), statement.End(), "")
				}
			}
		}
		return true
	})
	return mutants
}

// deletable says whether a statement can go without leaving a variable undeclared.
func deletable(statement ast.Stmt) bool {
	switch statement := statement.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt, *ast.SendStmt:
		return true
	case *ast.AssignStmt:
		return statement.Tok != token.DEFINE
	}
	return false
}

func (m mutant) run(limit time.Duration, pkg string) verdict {
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	source, err := os.ReadFile(m.file)
	if err != nil {
		log.Fatal(err)
	}
	changed, overlay := filepath.Join(folder, "changed.go"), filepath.Join(folder, "overlay.json")
	replace, _ := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	for name, text := range map[string][]byte{
		changed: slices.Concat(source[:m.start], []byte(m.becomes), source[m.end:]),
		overlay: replace,
	} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			log.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), limit+time.Minute)
	defer stop()
	if exec.CommandContext(ctx, "go", "build", "-overlay", overlay, m.pkg).Run() != nil {
		return unbuilt
	}
	if exec.CommandContext(ctx, "go", "test", "-overlay", overlay, "-failfast", "-count=1", "-vet=off", "-timeout", limit.String(), pkg).Run() != nil {
		return noticed
	}
	return unnoticed
}
