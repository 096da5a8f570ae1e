//go:build !amd64 || purego

package nine

// settles returns nil: there is no assembly.
func settles(int) settle { return nil }
