package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model"
)

// modelTypes returns the names of the kinds of constraints and of the types of formulas: those of packages model and kinds that have the
// method that tells them.
func modelTypes(t *testing.T, root string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	eachSource(t, filepath.Join(root, "model"), func(path string, file *ast.File, _ *token.FileSet) {
		if dir := filepath.Dir(path); dir != filepath.Join(root, "model") && dir != filepath.Join(root, "model", "kinds") {
			return
		}
		for _, declaration := range file.Decls {
			f, is := declaration.(*ast.FuncDecl)
			if !is || f.Recv == nil || f.Name.Name != "Kind" && f.Name.Name != "Connective" {
				continue
			}
			of := f.Recv.List[0].Type
			if pointer, is := of.(*ast.StarExpr); is {
				of = pointer.X
			}
			found[of.(*ast.Ident).Name] = true
		}
	})
	return found
}

// eachSource parses the sources in a folder and those in it, without tests.
func eachSource(t *testing.T, root string, visit func(path string, file *ast.File, set *token.FileSet)) {
	t.Helper()
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err == nil {
			visit(path, file, set)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// told returns where a file tells kinds or formulas apart by type: in a type switch or an assertion.
func told(file *ast.File, types map[string]bool) (nodes []ast.Node) {
	tells := func(e ast.Expr) bool {
		if pointer, is := e.(*ast.StarExpr); is {
			e = pointer.X
		}
		selector, is := e.(*ast.SelectorExpr)
		if !is {
			return false
		}
		name, is := selector.X.(*ast.Ident)
		return is && (name.Name == "model" || name.Name == "kinds") && types[selector.Sel.Name]
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil && tells(n.Type) {
				nodes = append(nodes, n)
			}
		case *ast.TypeSwitchStmt:
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					if tells(e) {
						nodes = append(nodes, e)
					}
				}
			}
		}
		return true
	})
	return nodes
}

// TestKindsAreNotToldApart holds that nobody outside of packages model and kinds tells kinds of constraints, or formulas, apart by type: a
// kind is one file in each house, and what it can do it registers there. [model.Each] and [model.Take] choose the constraints of
// one kind.
func TestKindsAreNotToldApart(t *testing.T) {
	root := filepath.Join("..", "..")
	types := modelTypes(t, root)
	for _, name := range []string{"AllDifferent", "Linear", "Circuit", "In", "Count"} {
		if !types[name] {
			t.Errorf("%s is not among the kinds and formulas: %v", name, types)
		}
	}
	if kinds := len(model.KindNames()); len(types) < kinds+6 {
		t.Errorf("%d types, expected %d kinds and 6 formulas", len(types), kinds)
	}
	eachSource(t, root, func(path string, file *ast.File, set *token.FileSet) {
		if filepath.Base(filepath.Dir(path)) == "kinds" {
			return // it has the kinds themselves
		}
		for _, node := range told(file, types) {
			t.Errorf("%v tells kinds or formulas apart by type", set.Position(node.Pos()))
		}
	})
}

// TestToldApart holds that the test above finds what it looks for.
func TestToldApart(t *testing.T) {
	const source = `package p
func f(c, g any) {
	switch c := c.(type) {
	case *model.Linear, *model.Model:
	case int:
	}
	%s
}`
	for statement, want := range map[string]int{
		"": 1, "_ = g.(model.In)": 2, "_, is := c.(*model.Table)": 2, "_ = g.(model.Formula)": 1, "_ = c.(*other.Table)": 1,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", fmt.Sprintf(source, statement), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(told(file, map[string]bool{"Linear": true, "Table": true, "In": true})); got != want {
			t.Errorf("%q: %d places, expected %d", statement, got, want)
		}
	}
}
