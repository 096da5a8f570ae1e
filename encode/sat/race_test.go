//go:build race

package sat

// slowdown is how many times longer things may take under the race detector.
const slowdown = 10
