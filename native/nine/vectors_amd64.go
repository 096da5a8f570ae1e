//go:build !purego

package nine

import "golang.org/x/sys/cpu"

// assemblyOf returns the assembly for vectors of so many bits, or none if the processor has no such vectors.
func assemblyOf(bits int) assembly {
	switch {
	case bits == 512 && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasBMI2:
		return assembly{bits, expand512, filter512}
	case bits == 256 && cpu.X86.HasAVX2:
		return assembly{bits, expand256, filter256}
	}
	return assembly{}
}
