//go:build !purego

package nine

import "golang.org/x/sys/cpu"

// settles returns the propagation by vectors of so many bits, or nil if the processor has none.
func settles(bits int) settle {
	if bits == 512 && cpu.X86.HasAVX512BW {
		return settle512
	}
	return nil
}
