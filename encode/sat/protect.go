//go:build unix || windows

package sat

import "github.com/awnumar/memcall"

// canProtect says whether the operating system can make memory unreadable.
const canProtect = true

func allocate(n int) ([]byte, error) { return memcall.Alloc(n) }
func protect(bytes []byte) error     { return memcall.Protect(bytes, memcall.NoAccess()) }
func release(bytes []byte) error     { return memcall.Free(bytes) }
