package main

import (
	"testing"
	"time"
)

func TestShowTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ns", 999: "999 ns", 1000: "1 µs", 1234: "1.23 µs", 999_499: "999 µs", 999_500: "1 ms", 999_999: "1 ms",
		59_960_000: "60 ms", 999_600_000: "1 s", 12_345_678_901: "12.3 s", 999_400 * time.Millisecond: "999 s",
		1_234_567 * time.Millisecond: "1235 s",
	} {
		if got := showTime(d); got != want {
			t.Errorf("%d ns: %q, expected %q", d, got, want)
		}
	}
}
