package assembly

import (
	"fmt"
	"math/bits"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// filter generates the choice of the fillings that fit, four at a time with AVX2 or eight with AVX-512: those that fit are moved together
// in a register, and the whole register is stored, so that the next ones overwrite its end.
func filter(c *build.Context, width int) {
	name := fmt.Sprintf("filter%d", width)
	c.Function(name)
	c.Attributes(build.NOSPLIT)
	c.SignatureExpr("func(kept, list *uint64, n, needed, allowed uint64) (fitting, union uint64)")
	c.Pragma("noescape")
	c.Doc(name + " is a filter.")
	e := emitter{Context: c, bits: width}
	start, list := c.Load(c.Param("kept"), c.GP64()), c.Load(c.Param("list"), c.GP64())
	n, kept := c.Load(c.Param("n"), c.GP64()), c.GP64()
	c.MOVQ(start, kept)
	needed, allowed, union := e.vector(), e.vector(), e.zero()
	e.broadcast("needed", needed)
	e.broadcast("allowed", allowed)
	f := filler{emitter: e, needed: needed, allowed: allowed, union: union}
	if !e.wide() {
		f.order = c.GP64()
		c.LEAQ(orders(c), f.order)
	}
	lanes := width / 64
	c.CMPQ(n, operand.U8(lanes))
	c.JB(operand.LabelRef("rest"))
	c.Label("full")
	f.some(list, kept, nil)
	c.ADDQ(operand.U8(width/8), list)
	c.SUBQ(operand.U8(lanes), n)
	c.CMPQ(n, operand.U8(lanes))
	c.JAE(operand.LabelRef("full"))
	c.Label("rest")
	c.TESTQ(n, n)
	c.JZ(operand.LabelRef("done"))
	f.some(list, kept, n)

	c.Label("done")
	half, quarter := union, c.XMM()
	if e.wide() {
		half = c.YMM()
		c.VEXTRACTI64X4(operand.U8(1), union, half)
		c.VPOR(union.AsY(), half, half)
	}
	c.VEXTRACTI128(operand.U8(1), half, quarter)
	c.VPOR(half.AsX(), quarter, quarter)
	all, other := c.GP64(), c.GP64()
	c.VPEXTRQ(operand.U8(1), quarter, other)
	c.VMOVQ(quarter, all)
	c.ORQ(other, all)
	c.SUBQ(start, kept)
	c.SHRQ(operand.U8(3), kept)
	c.VZEROUPPER()
	c.Store(kept, c.Return("fitting"))
	c.Store(all, c.Return("union"))
	c.RET()
}

type filler struct {
	emitter
	needed, allowed, union reg.VecVirtual
	order                  reg.GPVirtual
}

// some stores those of the fillings at list that fit: of the first n, or, if n is nil, of as many as a vector has.
func (f filler) some(list, kept, n reg.Register) {
	fillings, lacks, fits, count := f.vector(), f.vector(), f.GP64(), f.GP64()
	if f.wide() {
		first, fit := f.K(), f.K()
		if n == nil {
			f.KXNORB(first, first, first)
		} else {
			f.MOVQ(operand.I32(-1), count)
			f.BZHIQ(n, count, count)
			f.KMOVB(count.As32(), first)
		}
		f.VMOVDQU64_Z(operand.Mem{Base: list}, first, fillings)
		f.VMOVDQA64(fillings, lacks)
		f.VPTERNLOGQ(operand.U8(0xcc&^0xf0|0xf0&^0xaa), f.allowed, f.needed, lacks)
		f.VPTESTNMQ(lacks, lacks, first, fit)
		f.VPORQ(fillings, f.union, fit, f.union)
		f.VPCOMPRESSQ_Z(fillings, fit, fillings)
		f.KMOVB(fit, fits.As32())
	} else {
		t := f.vector()
		if n == nil {
			f.load(operand.Mem{Base: list}, fillings)
		} else {
			first := f.vector()
			f.VMOVQ(n, first.AsX())
			f.VPBROADCASTQ(first.AsX(), first)
			f.VPCMPGTQ(f.numbers(), first, first)
			f.VPMASKMOVQ(operand.Mem{Base: list}, first, fillings)
			f.VMOVMSKPD(first, count.As32())
		}
		f.andNot(f.needed, fillings, lacks)
		f.andNot(fillings, f.allowed, t)
		f.or(t, lacks, lacks)
		f.VPCMPEQQ(lacks, f.zero(), lacks)
		f.and(fillings, lacks, t) // fillings beyond the first n are zero
		f.or(t, f.union, f.union)
		f.VMOVMSKPD(lacks, fits.As32())
		if n != nil {
			f.ANDQ(count, fits)
		}
		f.MOVQ(fits, count)
		f.SHLQ(operand.U8(5), count)
		f.load(operand.Mem{Base: f.order, Index: count, Scale: 1}, t)
		f.VPERMD(fillings, t, fillings)
	}
	f.store(fillings, operand.Mem{Base: kept})
	f.POPCNTQ(fits, count)
	f.LEAQ(operand.Mem{Base: kept, Index: count, Scale: 8}, kept)
}

func (f filler) numbers() operand.Mem {
	m := f.StaticGlobal("numbers256")
	f.DataAttributes(build.RODATA | build.NOPTR)
	for i := range 4 {
		f.AppendDatum(operand.U64(i))
	}
	return m
}

// orders has, for each set of four lanes, the halves of lanes that move these to the front.
func orders(f *build.Context) operand.Mem {
	m := f.StaticGlobal("fitting256")
	f.DataAttributes(build.RODATA | build.NOPTR)
	for set := range uint(16) {
		for i := range 4 {
			lane := 0
			if i < bits.OnesCount(set) {
				rest := set
				for range i {
					rest &= rest - 1
				}
				lane = bits.TrailingZeros(rest)
			}
			f.AppendDatum(operand.U32(2 * lane))
			f.AppendDatum(operand.U32(2*lane + 1))
		}
	}
	return m
}
