package assembly

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// expand generates the propagation of one state with AVX2 (256 bits), or of two at once with AVX-512 (F, BW and DQ). There are nine registers,
// one a position in a box, with a lane of 16 bits for each box: lane 4·band + stack, and 16 more for the second state. So the cells of
// a box lie over each other, a band's boxes are beside each other, and a stack's are four lanes apart.
func expand(c *build.Context, bits int) {
	name := fmt.Sprintf("expand%d", bits)
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(to, pairs, from *uint64, low, high uint32, position, lane uint64) (possible, open uint32)")
	c.Pragma("noescape")
	c.Doc(name + " is an expand.")
	e := emitter{Context: c, bits: bits}
	to, from, pairs := c.Load(c.Param("to"), c.GP64()), c.Load(c.Param("from"), c.GP64()), c.Load(c.Param("pairs"), c.GP64())
	boxes, opened := e.boxes(), c.GP32() // of states that may have a solution
	c.XORL(opened, opened)
	e.begin(to, from)
	var w [9]reg.VecVirtual
	for p := range w {
		w[p] = e.vector()
		e.load(at(to, p), w[p])
	}
	differ := c.AllocLocal(bits / 8)
	stack1, stack2, band1, band2 := e.stacks(1), e.stacks(2), e.bands(1), e.bands(2)
	c.Label("again")

	// The digits that a box has once or more, more than once, and in cells with one digit.
	once, twice := e.onceAndTwice(w)
	missing := e.differ(once, e.allDigits())
	hidden, unlike := e.vector(), e.vector()
	e.andNot(once, twice, hidden)
	ones, zero := e.ones(), e.zero()
	single, singles := e.zero(), [9]reg.VecVirtual{}
	for p, w := range w {
		singles[p] = e.single(w, ones, zero)
		if !e.wide() { // sixteen registers are too few to keep them
			e.store(singles[p], at(pairs, p))
			e.or(singles[p], single, single)
		}
	}
	if e.wide() {
		single = byThrees(singles, e.or3)
	}
	e.xor(hidden, single, unlike)
	e.store(unlike, differ)
	// Other cells lose the digits of single cells. A cell keeps a digit alone that no other cell of the box has.
	for p, w := range w {
		x := e.vector()
		if e.wide() {
			e.VMOVDQA64(w, x)
			e.VPTERNLOGQ(operand.U8(0xf0&^0xcc|0xaa), singles[p], single, x)
		} else {
			e.andNot(w, single, x)
			e.VPOR(at(pairs, p), x, x)
		}
		e.and(x, hidden, w)
		e.keepIfZero(w, x, zero)
	}
	// Locked candidates in rows and columns.
	e.pair(w, func(line, i int) int { return 3*line + i }, stack1, stack2)
	e.pair(w, func(line, i int) int { return line + 3*i }, band1, band2)

	bad := e.equal(byThrees(w, e.least3), e.zero())
	c.ORL(missing, bad)
	c.ANDL(boxes, bad)
	c.JNZ(operand.LabelRef("impossible"))
	e.jumpIfSame(w, to, "settled")
	c.Label("store")
	for p, w := range w {
		e.store(w, at(to, p))
	}
	c.JMP(operand.LabelRef("again"))

	c.Label("impossible")
	e.drop(bad, boxes)
	if e.wide() { // perhaps the other state is possible: this one gets lanes of zero
		c.JZ(operand.LabelRef("return"))
		k := c.K()
		c.KMOVD(boxes, k)
		for _, w := range w {
			c.VMOVDQU16_Z(w, k, w)
		}
		c.JMP(operand.LabelRef("store"))
	} else {
		c.JMP(operand.LabelRef("return"))
	}

	// Nothing changes. If a box's hidden singles are not the digits of its single cells, then two digits need one cell, or two cells one.
	c.Label("settled")
	unlike = e.vector()
	e.load(differ, unlike)
	zero = e.zero()
	bad = e.differ(unlike, zero)
	c.ANDL(boxes, bad)
	e.drop(bad, boxes)
	open := e.zero()
	ones = e.ones()
	for p, w := range w {
		x := e.vector()
		e.withoutLowest(w, ones, x)
		e.or(x, open, open)
		e.storePair(w, x, ones, zero, at(pairs, p))
	}
	c.MOVL(e.differ(open, zero), opened)
	c.ANDL(boxes, opened)

	c.Label("return")
	c.VZEROUPPER()
	c.Store(boxes, c.Return("possible"))
	c.Store(opened, c.Return("open"))
	c.RET()
}

// at is where the lanes of a position are.
func at(base reg.Register, p int) operand.Mem { return operand.Mem{Base: base, Disp: 64 * p} }
