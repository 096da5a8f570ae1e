// Package registry holds what files register by name, such as encodings, engines and kinds of constraints.
package registry

import (
	"fmt"
	"maps"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Registry holds entries of one kind by name.
type Registry[T any] struct {
	Kind    string // for messages
	Entries map[string]T
}

// New returns an empty registry.
func New[T any](kind string) *Registry[T] { return &Registry[T]{kind, map[string]T{}} }

// Register adds an entry. It panics if the name is taken.
func (r *Registry[T]) Register(name string, entry T) {
	if r.Has(name) {
		panic(fmt.Sprintf("%s %s is registered twice", r.Kind, name))
	}
	r.Entries[name] = entry
}

// Has reports whether a name is registered.
func (r *Registry[T]) Has(name string) bool {
	_, ok := r.Entries[name]
	return ok
}

// All returns the entries, sorted by name.
func (r *Registry[T]) All() []T {
	return lists.Map(r.Names(), func(name string) T { return r.Entries[name] })
}

// Names returns the registered names, sorted.
func (r *Registry[T]) Names() []string { return slices.Sorted(maps.Keys(r.Entries)) }

// Lookup returns the entry of that name. The error of a name that is not registered has those that are.
func (r *Registry[T]) Lookup(name string) (T, error) {
	entry, ok := r.Entries[name]
	if !ok {
		return entry, input.CheckName(r.Kind, name, r.Names())
	}
	return entry, nil
}
