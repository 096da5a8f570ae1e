//go:build !race

package sat

const slowdown = 1
