package table

import (
	"encoding/json"
	"math"
	"time"

	"qmsat/compare/show"
)

// Figure is a number that may be missing, which is NaN or infinite: null in objects, and nothing elsewhere.
type Figure float64

// None returns a missing number.
func None() Figure { return Figure(math.NaN()) }

// Known returns a number, or a missing one.
func Known(known bool, number float64) Figure {
	if !known {
		return None()
	}
	return Figure(number)
}

// Missing reports whether there is no number.
func (f Figure) Missing() bool { return math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) }

// MarshalJSON writes the number, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if f.Missing() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// Show writes the number, or a mark for a missing one.
func (f Figure) Show(write func(float64) string, missing string) string {
	if f.Missing() {
		return missing
	}
	return write(float64(f))
}

// Time is a time that is seconds in objects and comma-separated values.
type Time time.Duration

// Seconds returns the time in seconds.
func (t Time) Seconds() float64 { return time.Duration(t).Seconds() }

// MarshalJSON writes the seconds.
func (t Time) MarshalJSON() ([]byte, error) { return json.Marshal(t.Seconds()) }

// String writes the time for people.
func (t Time) String() string { return show.Seconds(t.Seconds()) }
