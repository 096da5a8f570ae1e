package nine

import "math/bits"

// Masks of a band's word.
const (
	fullRow  = 1<<9 - 1
	fullBand = 1<<27 - 1
	// everyRow times a set of columns is the set of the band's cells in these columns.
	everyRow = 1 | 1<<9 | 1<<18
)

// permutations are the six ways to pair three things with three others: bit 3·i + j pairs i with j.
var permutations = [6]uint16{0o421, 0o241, 0o412, 0o142, 0o214, 0o124}

var (
	// minirows gives, by a row's 9 cells, the boxes with a cell: bit j for box j.
	minirows [512]uint8
	// rowLock gives, by a set of minirows (bit 3·row + box), the band's cells in the minirows that some pairing of rows and boxes
	// within the set uses; 0 if there is no pairing.
	rowLock [512]uint32
	// columnLock gives, by a set of pairs of a band and a column of a stack (bit 3·band + column), the pairs that some pairing of
	// bands and columns uses: those of band b begin at bit 9·b. It is 0 if there is no pairing.
	columnLock [512]uint32
	// single is a row's 9 cells if only one is set, otherwise 0.
	single [512]uint16
)

func init() {
	for set := range 512 {
		for box := range 3 {
			if set>>(3*box)&7 != 0 {
				minirows[set] |= 1 << box
			}
		}
		needed := uint16(0)
		for _, p := range permutations {
			if uint16(set)&p == p {
				needed |= p
			}
		}
		for i := range 3 {
			for j := range 3 {
				if needed>>(3*i+j)&1 != 0 {
					rowLock[set] |= 7 << (9*i + 3*j)
					columnLock[set] |= 1 << (9*i + j)
				}
			}
		}
		if bits.OnesCount(uint(set)) == 1 {
			single[set] = uint16(set)
		}
	}
}
