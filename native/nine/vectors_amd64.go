//go:build !purego

package nine

import "golang.org/x/sys/cpu"

// expands returns the propagation by vectors of so many bits, or nil if the processor has none.
func expands(bits int) expand {
	switch {
	case bits == 512 && cpu.X86.HasAVX512BW:
		return expand512
	case bits == 256 && cpu.X86.HasAVX2:
		return expand256
	}
	return nil
}
