package assembly

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// settle512 generates the propagation with AVX-512 (F and BW). A register has a band: 27 lanes of 16 bits, one a cell. Another cell of
// the band comes into a cell's lane by a permutation, another band's is in the lane already.
func settle512(c *build.Context) {
	c.Function("settle512")
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(to, from *[3][32]uint16, candidates *[4][16]uint32, open *[4]uint32, digits, cells0, cells1, cells2 uint32) " +
		"(possible bool)")
	c.Pragma("noescape")
	c.Doc("settle512 is a settle with AVX-512.")
	b := bands512{c}
	to, from := c.Load(c.Param("to"), c.GP64()), c.Load(c.Param("from"), c.GP64())
	candidates, opens := c.Load(c.Param("candidates"), c.GP64()), c.Load(c.Param("open"), c.GP64())
	digits := c.Load(c.Param("digits"), c.GP32())
	column1, column2 := b.table("column1", laneAt(0, 0, 1)), b.table("column2", laneAt(0, 0, 2))
	row1, row2 := b.table("row1", laneAt(1, 0, 0)), b.table("row2", laneAt(2, 0, 0))
	row1box1, row2box2 := b.table("row1box1", laneAt(1, 1, 0)), b.table("row2box2", laneAt(2, 2, 0))
	row1box2, row2box1 := b.table("row1box2", laneAt(1, 2, 0)), b.table("row2box1", laneAt(2, 1, 0))
	allDigits := b.table("allDigits", func(int) int { return 1<<9 - 1 })
	minusOne := c.ZMM()
	c.VPTERNLOGD(operand.U8(0xff), minusOne, minusOne, minusOne)
	number, cells := c.GP32(), c.K() // the lanes that are cells
	c.MOVL(operand.U32(1<<27-1), number)
	c.KMOVD(number, cells)

	var state [3]reg.VecVirtual
	for i, name := range []string{"cells0", "cells1", "cells2"} {
		where, removed := c.K(), c.ZMM()
		c.KMOVD(c.Load(c.Param(name), c.GP32()), where)
		c.VPBROADCASTW_Z(digits, where, removed)
		state[i] = c.ZMM()
		c.VPANDND(band(from, i), removed, state[i])
	}
	c.Label("again")
	for i, w := range state {
		c.VMOVDQU64(w, band(to, i))
	}

	// The digits of a column, in this band; those beside a cell; those beside a column of a stack, to either side.
	var column, beside, right, left [3]reg.VecVirtual
	for i, w := range state {
		beside[i] = b.or(b.permute(w, row1), b.permute(w, row2))
		column[i] = b.or(w, beside[i])
		right[i], left[i] = b.permute(column[i], column1), b.permute(column[i], column2)
	}
	// A digit is in a column of this band only if the other two bands have it in the stack's other two columns, one each.
	var paired [3]reg.VecVirtual
	for i := range state {
		j, k := (i+1)%3, (i+2)%3
		paired[i] = b.and(right[j], left[k])
		b.ternary(orAnd, paired[i], left[j], right[k])
	}
	// Hidden singles: digits that no other cell of the column has.
	var hidden [3]reg.VecVirtual
	for i, w := range state {
		j, k := (i+1)%3, (i+2)%3
		b.ternary(or3, beside[i], column[j], column[k])
		hidden[i] = c.ZMM()
		c.VPANDND(w, beside[i], hidden[i])
	}
	// Each column must have all digits: if a digit has no pairing in some band, it soon has no cell at all.
	missing := c.K()
	b.ternary(or3, column[0], column[1], column[2])
	c.VPCMPUW(operand.U8(4), allDigits, column[0], cells, missing)
	// Naked singles: other cells of the column lose a cell's only digit.
	var lost, single [3]reg.VecVirtual
	for i, w := range state {
		is, only := c.K(), c.ZMM()
		c.VPTESTNMW(b.add(w, minusOne), w, is)
		c.VMOVDQU16_Z(w, is, only)
		lost[i] = b.or(b.permute(only, row1), b.permute(only, row2))
		single[i] = b.or(only, lost[i])
	}
	for i, w := range state {
		j, k := (i+1)%3, (i+2)%3
		b.ternary(or3, lost[i], single[j], single[k])
		is := c.K()
		c.VPTESTMW(hidden[i], hidden[i], is)
		c.VMOVDQU16(hidden[i], is, w)
		b.ternary(andNot, w, paired[i], lost[i])
	}
	// A digit is in a minirow only if the other two rows of the band have it in the other two boxes, one each.
	for _, w := range state {
		minirow := b.or(w, b.permute(w, column1))
		c.VPORD(b.permute(w, column2), minirow, minirow)
		paired := b.and(b.permute(minirow, row1box1), b.permute(minirow, row2box2))
		b.ternary(orAnd, paired, b.permute(minirow, row1box2), b.permute(minirow, row2box1))
		c.VPANDD(paired, w, w)
	}

	fewest, empty := c.ZMM(), c.K()
	c.VPMINUW(state[0], state[1], fewest)
	c.VPMINUW(state[2], fewest, fewest)
	c.VPTESTNMW(fewest, fewest, cells, empty)
	c.KORTESTD(empty, missing)
	c.JNZ(operand.LabelRef("impossible"))
	var changed [3]reg.VecVirtual
	for i, w := range state {
		changed[i] = c.ZMM()
		c.VPXORD(band(to, i), w, changed[i])
	}
	b.ternary(or3, changed[0], changed[1], changed[2])
	b.jumpIfAny(changed[0], "again")
	// A cell that two digits need still has both.
	var two [3]reg.VecVirtual
	for i, digits := range hidden {
		two[i] = b.and(digits, b.add(digits, minusOne))
	}
	b.ternary(or3, two[0], two[1], two[2])
	b.jumpIfAny(two[0], "impossible")

	for i, w := range state {
		is := c.K()
		c.VPTESTMW(b.add(w, minusOne), w, is)
		c.KMOVD(is, operand.Mem{Base: opens, Disp: 4 * i})
	}
	digit := c.ZMM()
	c.VPSRLW(operand.U8(15), minusOne, digit)
	for d := range 9 {
		for i, w := range state {
			has := c.K()
			c.VPTESTMW(digit, w, has)
			c.KMOVD(has, operand.Mem{Base: candidates, Disp: 64*i + 4*d})
		}
		c.VPADDW(digit, digit, digit)
	}
	c.VZEROUPPER()
	c.MOVB(operand.U8(1), number.As8())
	c.Store(number.As8(), c.Return("possible"))
	c.RET()
	c.Label("impossible")
	c.VZEROUPPER()
	c.MOVB(operand.U8(0), number.As8())
	c.Store(number.As8(), c.Return("possible"))
	c.RET()
}

// band is where the lanes of a band are.
func band(lanes reg.Register, i int) operand.Mem { return operand.Mem{Base: lanes, Disp: 64 * i} }

// laneAt gives, by lane, that of the cell further by rows, boxes and columns, each within its three.
func laneAt(rows, boxes, columns int) func(lane int) int {
	return func(lane int) int {
		if lane >= 27 {
			return lane
		}
		return (lane/9+rows)%3*9 + (lane/3+boxes)%3*3 + (lane+columns)%3
	}
}

// Truth tables of VPTERNLOG.
const (
	first, second, third = 0xf0, 0xcc, 0xaa
	or3                  = first | second | third
	orAnd                = first | second&third
	andNot               = first & second &^ third
)

// bands512 adds instructions whose result is a new register.
type bands512 struct{ *build.Context }

func (b bands512) table(name string, word func(lane int) int) reg.VecVirtual {
	m, z := b.StaticGlobal(name), b.ZMM()
	b.DataAttributes(build.RODATA | build.NOPTR)
	for lane := range 32 {
		b.AppendDatum(operand.U16(word(lane)))
	}
	b.VMOVDQU64(m, z)
	return z
}

func (b bands512) permute(v, index reg.VecVirtual) reg.VecVirtual {
	z := b.ZMM()
	b.VPERMW(v, index, z)
	return z
}

func (b bands512) or(v, w reg.VecVirtual) reg.VecVirtual {
	z := b.ZMM()
	b.VPORD(v, w, z)
	return z
}

func (b bands512) and(v, w reg.VecVirtual) reg.VecVirtual {
	z := b.ZMM()
	b.VPANDD(v, w, z)
	return z
}

func (b bands512) add(v, w reg.VecVirtual) reg.VecVirtual {
	z := b.ZMM()
	b.VPADDW(v, w, z)
	return z
}

// ternary sets the first register.
func (b bands512) ternary(truth uint8, first, second, third reg.VecVirtual) {
	b.VPTERNLOGD(operand.U8(truth), third, second, first)
}

func (b bands512) jumpIfAny(v reg.VecVirtual, label string) {
	k := b.K()
	b.VPTESTMW(v, v, k)
	b.KORTESTD(k, k)
	b.JNZ(operand.LabelRef(label))
}
