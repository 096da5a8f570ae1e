package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"
)

// bounded is the value of a flag that is not below a least one.
type bounded[T cmp.Ordered] struct {
	target   *T
	least    T
	parse    func(string) (T, error)
	expected string
}

func (b *bounded[T]) String() string { return fmt.Sprint(*b.target) }
func (b *bounded[T]) Type() string   { return b.expected }

func (b *bounded[T]) Set(text string) error {
	value, err := b.parse(text)
	if err != nil || value < b.least {
		return errors.New("expected " + b.expected)
	}
	*b.target = value
	return nil
}

// addWhole adds a flag of a whole number from least on, 0 or 1.
func addWhole(flags *pflag.FlagSet, target *int, name string, value, least int, usage string) {
	addWholeP(flags, target, name, "", value, least, usage)
}

// addWholeP is addWhole with a letter that stands for the name.
func addWholeP(flags *pflag.FlagSet, target *int, name, letter string, value, least int, usage string) {
	*target = value
	expected := [...]string{"a whole number that is not negative", "a whole number of at least 1"}[least]
	flags.VarP(&bounded[int]{target, least, strconv.Atoi, expected}, name, letter, usage)
}

// addDuration adds a flag of a time that is not negative.
func addDuration(flags *pflag.FlagSet, target *time.Duration, name string, value time.Duration, usage string) {
	*target = value
	flags.Var(&bounded[time.Duration]{target, 0, time.ParseDuration, "a time that is not negative, such as 10s or 1h30m"}, name, usage)
	if value == 0 {
		flags.Lookup(name).DefValue = "0"
	}
}
