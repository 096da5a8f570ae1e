package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model/engine"
)

// thresholdPackages are the packages whose numbers the table of thresholds lists: those that search, count, encode and check.
var thresholdPackages = []string{
	"native", "native/order", "native/paper", "native/nine", "native/classic", "native/bitset", "native/frontier", "encode", "encode/propagate", "encode/proof",
	"encode/residual", "encode/sat", "model", "model/engine", "model/engine/bruteforce", "internal/parallel", "model/flatzinc",
	"compare/crosscheck",
}

// harmless are names of numbers that the table leaves out: work between two looks at the context, samples that a check takes,
// times.
var harmless = regexp.MustCompile(`^(work|steps|tries|constraints|fillings)Per[A-Z]|[cC]ellsPerPoll$|Samples$|Interval$`)

// TestThresholdTable holds that testdata/thresholds.csv lists every number in the sources at which something may change with
// size, with its value, and that tests lower those that change a representation or an algorithm by a threshold of an engine.
func TestThresholdTable(t *testing.T) {
	const file = "../../testdata/thresholds.csv"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]bool{"-": true}
	for _, s := range engine.Settings() {
		settings[s.Name] = settings[s.Name] || s.Type == engine.Threshold
	}
	listed, lowered := map[string]bool{}, map[string]bool{"-": true}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		columns := strings.Split(line, "; ")
		if len(columns) != 5 || !settings[columns[3]] || strings.TrimSpace(columns[4]) == "" {
			t.Errorf("%s: %q, expected PACKAGE; NAME; VALUE; THRESHOLD or -; WHAT CHANGES or WHY NOTHING DOES", file, line)
			continue
		}
		listed[strings.Join(columns[:3], "; ")] = true
		lowered[columns[3]] = true
	}
	for name, is := range settings {
		if is && !lowered[name] {
			t.Errorf("threshold %s is not in %s", name, file)
		}
	}
	found := map[string]bool{}
	for _, folder := range thresholdPackages {
		for _, number := range numbersOf(t, folder) {
			found[number] = true
		}
	}
	if len(found) < 100 {
		t.Fatalf("%d numbers in the sources", len(found))
	}
	for _, number := range slices.Sorted(maps.Keys(found)) {
		if !listed[number] {
			t.Errorf("%q is not in %s: make it an engine.NewThreshold that tests lower, or say there why it changes no representation", number, file)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(listed)) {
		if !found[number] {
			t.Errorf("%q is in %s, and nowhere in the sources", number, file)
		}
	}
}

// numbersOf returns the numbers in a package's sources as the table names them: constants and variables made of numbers alone,
// but for 0, 1, negative ones and harmless names; comparisons with a number from 16 on; and thresholds.
func numbersOf(t *testing.T, folder string) (list []string) {
	paths, err := filepath.Glob("../../" + folder + "/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources in %s: %v", folder, err)
	}
	files := token.NewFileSet()
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			within := ""
			if function, ok := declaration.(*ast.FuncDecl); ok {
				within = function.Name.Name + ": "
			}
			add := func(name, value string) {
				list = append(list, fmt.Sprintf("%s; %s%s; %s", folder, within, name, value))
			}
			ast.Inspect(declaration, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ValueSpec:
					for i, value := range n.Values {
						if i < len(n.Names) && isNumber(value) && !harmless.MatchString(n.Names[i].Name) {
							add(n.Names[i].Name, types.ExprString(value))
						}
					}
				case *ast.BinaryExpr:
					if isOrder(n.Op) && (isLarge(n.X) || isLarge(n.Y)) {
						add("comparison", types.ExprString(n))
					}
				case *ast.CallExpr:
					if strings.HasSuffix(types.ExprString(n.Fun), "NewThreshold") && len(n.Args) > 2 {
						name, _ := strconv.Unquote(types.ExprString(n.Args[0]))
						add("threshold "+name, types.ExprString(n.Args[2]))
					}
				}
				return true
			})
		}
	}
	return list
}

// isNumber reports whether an expression is made of numbers, and is not 0, 1 or a negative one.
func isNumber(e ast.Expr) bool {
	text := types.ExprString(e)
	if text == "0" || text == "1" || text[0] == '-' {
		return false
	}
	digits := false
	made := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			digits = digits || n.Kind == token.INT || n.Kind == token.FLOAT
			made = made && n.Kind != token.STRING && n.Kind != token.CHAR
		case *ast.Ident:
			made = made && n.Name != "iota"
		case *ast.CallExpr, *ast.CompositeLit, *ast.FuncLit, *ast.IndexExpr, *ast.SliceExpr:
			made = false
		}
		return made
	})
	return made && digits
}

func isOrder(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// isLarge reports whether an expression is a number from 16 on.
func isLarge(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		n, err := strconv.Atoi(strings.ReplaceAll(e.Value, "_", ""))
		return e.Kind == token.INT && (err != nil || n >= 16)
	case *ast.BinaryExpr:
		return e.Op == token.SHL && isNumber(e)
	}
	return false
}
