package variant

import (
	"cmp"
	"fmt"
	"reflect"
	"sync"

	"qmsat/internal/registry"
	"qmsat/model"
)

// Clue is a named constraint of people, such as a thermometer: a pointer to a registered struct. Its fields with a tag `field:"key"`
// are written in model files; see [Kind].
type Clue interface {
	// Label returns the clue's own name, or "" if it has none.
	Label() string
	// Define adds the constraints that the clue means.
	Define(d *Definition)
}

// Titled is the name that a clue may have; clues embed it.
type Titled struct {
	Name string `field:"name,optional"`
}

// Label returns the name.
func (t Titled) Label() string { return t.Name }

// Kind describes a kind of clue. The fields of its struct may have the types string, bool, int, *int, []int, [][]int, [model.Domain],
// [model.Cells], []model.Cells, [Entry], []Entry and [][]Entry. A tag is `field:"key"`, with ",optional" for a field that may be missing,
// ",least=3" for cells that mean nothing if they are fewer, and ",repeat" for cells that count at each place where they are listed.
// Without it a cell counts once, however often it is listed.
type Kind struct {
	Name    string
	Group   string      // such as "lines"
	Summary string      // half a line, for help
	Example string      // an entry of a 9×9 model
	Grid    string      // the grid of that model; "" for {boxes: 3x3}
	Also    []string    // other words for it, answered by the right one
	Short   Short       // its short form; empty: it has no short form
	New     func() Clue // returns an empty clue
}

// ExampleFile returns a model file with the example.
func (k Kind) ExampleFile() string {
	return fmt.Sprintf("grid: %s\nconstraints:\n- %s\n", cmp.Or(k.Grid, "{boxes: 3x3}"), k.Example)
}

// Short is a short form at the top of a model file: `anti: [knight]` with key "anti" and word "knight", or, if Field is set,
// `dots: {white: [r1c1-r1c2]}` with a clue for each item.
type Short struct{ Key, Word, Field string }

// registered holds the kinds of clues by name, and kindNames their names by type.
var (
	registered = registry.New[Kind]("variant")
	kindNames  = sync.OnceValue(func() map[reflect.Type]string {
		names := map[reflect.Type]string{}
		for name, kind := range registered.Entries {
			names[reflect.TypeOf(kind.New())] = name
		}
		return names
	})
)

// Register adds a kind of clue. It panics if the name is taken, also by a kind of constraint. Call it at start only.
func Register(k Kind) {
	if model.IsKind(k.Name) {
		panic("variant: a clue and a constraint are both named " + k.Name)
	}
	registered.Register(k.Name, k)
}

// Kinds returns the kinds of clues, sorted by name.
func Kinds() []Kind { return registered.All() }

// KindNamed returns the kind of clue of a registered name. It panics if there is no such kind.
func KindNamed(name string) Kind {
	kind, err := registered.Lookup(name)
	if err != nil {
		panic("variant: " + err.Error())
	}
	return kind
}

// KindOf returns the name of a clue's kind.
func KindOf(n Clue) string { return kindNames()[reflect.TypeOf(n)] }
