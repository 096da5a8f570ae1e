//go:build unix || windows

package sat

import "github.com/awnumar/memcall"

// canProtect says whether the operating system keeps memory from everybody if it is told to.
const canProtect = true

func allocate(n int) ([]byte, error) { return memcall.Alloc(n) }
func protect(bytes []byte) error     { return memcall.Protect(bytes, memcall.NoAccess()) }
func release(bytes []byte) error     { return memcall.Free(bytes) }
