package encode

import (
	"maps"
	"slices"

	"qmsat/model/document"
)

// registry holds the entries of one part of an encoding by name.
type registry[T any] struct {
	part    string // for messages
	entries map[string]T
}

func newRegistry[T any](part string) *registry[T] { return &registry[T]{part, map[string]T{}} }

// register adds an entry; it panics where the name is taken.
func (r *registry[T]) register(name string, entry T) {
	if _, taken := r.entries[name]; taken {
		panic("encode: " + r.part + " " + name + " is registered twice")
	}
	r.entries[name] = entry
}

// names returns the registered names, sorted.
func (r *registry[T]) names() []string { return slices.Sorted(maps.Keys(r.entries)) }

func (r *registry[T]) lookup(name string) (T, error) {
	entry, ok := r.entries[name]
	if !ok {
		return entry, document.CheckName(r.part, name, r.names())
	}
	return entry, nil
}
