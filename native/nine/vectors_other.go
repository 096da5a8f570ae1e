//go:build !amd64 || purego

package nine

// assemblyOf returns none.
func assemblyOf(int) assembly { return assembly{} }
