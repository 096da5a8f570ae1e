package assembly

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// emitter adds instructions for registers of 256 or 512 bits. The last argument is where the result goes, unless said otherwise.
type emitter struct {
	*build.Context
	bits int
}

func (e emitter) wide() bool { return e.bits == 512 }

func (e emitter) vector() reg.VecVirtual {
	if e.wide() {
		return e.ZMM()
	}
	return e.YMM()
}

func (e emitter) either(narrow, wide func(...operand.Op), ops ...operand.Op) {
	if e.wide() {
		wide(ops...)
	} else {
		narrow(ops...)
	}
}

func two(f func(a, b operand.Op)) func(...operand.Op) {
	return func(ops ...operand.Op) { f(ops[0], ops[1]) }
}

func three(f func(a, b, c operand.Op)) func(...operand.Op) {
	return func(ops ...operand.Op) { f(ops[0], ops[1], ops[2]) }
}

func (e emitter) load(from operand.Mem, v reg.VecVirtual) {
	e.either(two(e.VMOVDQU), e.VMOVDQU64, from, v)
}

func (e emitter) broadcast(param string, v reg.VecVirtual) {
	source, err := e.Param(param).Resolve()
	if err != nil {
		panic(err)
	}
	e.VPBROADCASTQ(source.Addr, v)
}

func (e emitter) store(v reg.VecVirtual, to operand.Mem) {
	e.either(two(e.VMOVDQU), e.VMOVDQU64, v, to)
}

func (e emitter) or(v, w, to reg.VecVirtual)  { e.either(three(e.VPOR), e.VPORQ, v, w, to) }
func (e emitter) and(v, w, to reg.VecVirtual) { e.either(three(e.VPAND), e.VPANDQ, v, w, to) }
func (e emitter) xor(v, w, to reg.VecVirtual) { e.either(three(e.VPXOR), e.VPXORQ, v, w, to) }

// andNot is v without the bits of w.
func (e emitter) andNot(v, w, to reg.VecVirtual) { e.either(three(e.VPANDN), e.VPANDNQ, v, w, to) }

// least3 returns the least of each lane.
func (e emitter) least3(v, w, x reg.VecVirtual) reg.VecVirtual {
	to := e.vector()
	e.VPMINUW(v, w, to)
	e.VPMINUW(x, to, to)
	return to
}

func (e emitter) zero() reg.VecVirtual {
	v := e.vector()
	e.xor(v, v, v)
	return v
}

func (e emitter) ones() reg.VecVirtual {
	v := e.vector()
	if e.wide() {
		e.VPTERNLOGQ(operand.U8(0xff), v, v, v)
	} else {
		e.VPCMPEQW(v, v, v)
	}
	return v
}

// orAnd adds to v the bits that x and y share.
func (e emitter) orAnd(v, x, y reg.VecVirtual) {
	if e.wide() {
		e.VPTERNLOGQ(operand.U8(0xf0|0xcc&0xaa), y, x, v)
		return
	}
	t := e.vector()
	e.and(x, y, t)
	e.or(t, v, v)
}

// withoutLowest is v without the lowest bit of each lane.
func (e emitter) withoutLowest(v, ones, to reg.VecVirtual) {
	e.VPADDW(v, ones, to)
	e.and(v, to, to)
}

// single returns the lanes of v that have one bit.
func (e emitter) single(v, ones, zero reg.VecVirtual) reg.VecVirtual {
	t := e.vector()
	if e.wide() {
		k := e.K()
		e.VPADDW(v, ones, t)
		e.VPTESTNMW(t, v, k)
		e.VMOVDQU16_Z(v, k, t)
	} else {
		e.withoutLowest(v, ones, t)
		e.VPCMPEQW(t, zero, t)
		e.and(v, t, t)
	}
	return t
}

// ternary returns a function of three vectors. truth is in terms of 0xf0, 0xcc and 0xaa.
func (e emitter) ternary(truth uint8, v, w, x reg.VecVirtual) reg.VecVirtual {
	to := e.ZMM()
	e.VMOVDQA64(v, to)
	e.VPTERNLOGQ(operand.U8(truth), x, w, to)
	return to
}

// or3 returns the bits that at least one of the vectors has.
func (e emitter) or3(v, w, x reg.VecVirtual) reg.VecVirtual {
	if e.wide() {
		return e.ternary(0xf0|0xcc|0xaa, v, w, x)
	}
	to := e.vector()
	e.or(v, w, to)
	e.or(x, to, to)
	return to
}

// byThrees joins nine vectors, three at a time: what depends on all is known early.
func byThrees(v [9]reg.VecVirtual, join func(v, w, x reg.VecVirtual) reg.VecVirtual) reg.VecVirtual {
	return join(join(v[0], v[1], v[2]), join(v[3], v[4], v[5]), join(v[6], v[7], v[8]))
}

// onceAndTwice returns the bits that at least one of the vectors has, and those that at least two have.
func (e emitter) onceAndTwice(v [9]reg.VecVirtual) (once, twice reg.VecVirtual) {
	if !e.wide() {
		once, twice = e.vector(), e.vector()
		e.or(v[0], v[1], once)
		e.and(v[0], v[1], twice)
		for _, v := range v[2:] {
			e.orAnd(twice, once, v)
			e.or(v, once, once)
		}
		return once, twice
	}
	const two = 0xf0&0xcc | 0xf0&0xaa | 0xcc&0xaa
	var some, more [3]reg.VecVirtual
	for i := range 3 {
		some[i], more[i] = e.or3(v[3*i], v[3*i+1], v[3*i+2]), e.ternary(two, v[3*i], v[3*i+1], v[3*i+2])
	}
	twice = e.ternary(two, some[0], some[1], some[2])
	e.or(e.or3(more[0], more[1], more[2]), twice, twice)
	return e.or3(some[0], some[1], some[2]), twice
}

// keepIfZero sets the lanes of v that are zero to those of w, of which v is a part.
func (e emitter) keepIfZero(v, w, zero reg.VecVirtual) {
	if e.wide() {
		k := e.K()
		e.VPTESTNMW(v, v, k)
		e.VMOVDQU16(w, k, v)
		return
	}
	t := e.vector()
	e.VPCMPEQW(v, zero, t)
	e.and(w, t, t)
	e.or(t, v, v)
}

// storePair stores the lanes of v that have two bits. rest is v without the lowest bit of each lane.
func (e emitter) storePair(v, rest, ones, zero reg.VecVirtual, to operand.Mem) {
	t := e.vector()
	if e.wide() {
		more, pair := e.K(), e.K()
		e.VPTESTMW(rest, rest, more)
		e.VPADDW(rest, ones, t)
		e.VPTESTNMW(t, rest, more, pair)
		e.VMOVDQU16_Z(v, pair, t)
	} else {
		u := e.vector()
		e.withoutLowest(rest, ones, t)
		e.VPCMPEQW(t, zero, t)
		e.VPCMPEQW(rest, zero, u)
		e.andNot(t, u, t)
		e.and(v, t, t)
	}
	e.store(t, to)
}

// boxes has the lanes of boxes. A lane is a bit of a number, with AVX2 two bits.
func (e emitter) boxes() reg.GPVirtual {
	r := e.GP32()
	if e.wide() {
		e.MOVL(operand.U32(0x777_0777), r)
	} else {
		e.MOVL(operand.U32(0x3f_3f3f), r)
	}
	return r
}

// equal returns the lanes in which v and w are equal.
func (e emitter) equal(v, w reg.VecVirtual) reg.GPVirtual {
	r := e.GP32()
	if e.wide() {
		k := e.K()
		e.VPCMPEQW(v, w, k)
		e.KMOVD(k, r)
	} else {
		t := e.vector()
		e.VPCMPEQW(v, w, t)
		e.VPMOVMSKB(t, r)
	}
	return r
}

// differ returns the lanes in which v and w differ.
func (e emitter) differ(v, w reg.VecVirtual) reg.GPVirtual {
	r := e.equal(v, w)
	e.NOTL(r)
	return r
}

// allDigits has nine bits in each lane.
func (e emitter) allDigits() reg.VecVirtual {
	v := e.ones()
	e.VPSRLW(operand.U8(7), v, v)
	return v
}

// jumpIfSame jumps if all positions are as in memory.
func (e emitter) jumpIfSame(w [9]reg.VecVirtual, memory reg.Register, label string) {
	var chains [3]reg.VecVirtual
	for p, w := range w {
		switch chain := &chains[p%3]; {
		case p < 3:
			*chain = e.vector()
			e.either(three(e.VPXOR), e.VPXORQ, at(memory, p), w, *chain)
		case e.wide():
			e.VPTERNLOGQ(operand.U8(0xf0|(0xcc^0xaa)), at(memory, p), w, *chain)
		default:
			t := e.vector()
			e.VPXOR(at(memory, p), w, t)
			e.or(t, *chain, *chain)
		}
	}
	any := e.or3(chains[0], chains[1], chains[2])
	if e.wide() {
		k := e.K()
		e.VPTESTMQ(any, any, k)
		e.KORTESTB(k, k)
	} else {
		e.VPTEST(any, any)
	}
	e.JZ(operand.LabelRef(label))
}

// drop leaves out the boxes of states with bad ones. The flag Z says whether none is left.
func (e emitter) drop(bad, boxes reg.GPVirtual) {
	for half := range e.bits / 256 {
		rest := e.GP32()
		if e.wide() {
			e.MOVL(operand.U32(0xffff_0000>>(16*half)), rest)
			e.ANDL(boxes, rest)
			e.TESTL(operand.U32(0xffff<<(16*half)), bad)
		} else {
			e.XORL(rest, rest)
			e.TESTL(bad, bad)
		}
		e.CMOVLNE(rest, boxes)
	}
	e.TESTL(boxes, boxes)
}

// rotation sets its second argument to the first with its lanes rotated.
type rotation func(v, to reg.VecVirtual)

// stacks rotates the three boxes of each band.
func (e emitter) stacks(by int) rotation {
	m := e.StaticGlobal(fmt.Sprintf("stacks%dof%d", by, e.bits))
	e.DataAttributes(build.RODATA | build.NOPTR)
	for i := range e.bits / 8 {
		if lane := i / 2 % 4; lane < 3 {
			i += ((lane+by)%3 - lane) * 2
		}
		e.AppendDatum(operand.U8(i % 16))
	}
	return func(v, to reg.VecVirtual) { e.VPSHUFB(m, v, to) }
}

// bands rotates the three boxes of each stack.
func (e emitter) bands(by int) rotation {
	order := by | (1+by)%3<<2 | (2+by)%3<<4 | 3<<6
	return func(v, to reg.VecVirtual) { e.VPERMQ(operand.U8(order), v, to) }
}

// pair keeps a line's digits in a box only if the other two boxes have them in the other two lines, one each. A line is three of the
// nine positions.
func (e emitter) pair(w [9]reg.VecVirtual, position func(line, i int) int, one, two rotation) {
	var left, right [3]reg.VecVirtual
	digits := func(line int) reg.VecVirtual {
		return e.or3(w[position(line, 0)], w[position(line, 1)], w[position(line, 2)])
	}
	rotate := func(line int, v reg.VecVirtual) {
		left[line], right[line] = e.vector(), e.vector()
		one(v, left[line])
		two(v, right[line])
	}
	keep := func(line, j, k int) {
		v := e.vector()
		e.and(left[j], right[k], v)
		e.orAnd(v, left[k], right[j])
		for i := range 3 {
			e.and(v, w[position(line, i)], w[position(line, i)])
		}
	}
	first := digits(0) // before its line changes
	rotate(1, digits(1))
	rotate(2, digits(2))
	keep(0, 1, 2)
	rotate(0, first)
	keep(1, 2, 0)
	keep(2, 0, 1)
}

// begin loads a state, or the same one twice, into memory at to, and removes digits there from one lane of one position.
func (e emitter) begin(to, from reg.Register) {
	place, lane := e.Load(e.Param("position"), e.GP64()), e.Load(e.Param("lane"), e.GP64())
	low, high := e.Load(e.Param("low"), e.GP32()), e.Load(e.Param("high"), e.GP32())
	for p := range 9 {
		v := e.vector()
		if e.wide() {
			e.VBROADCASTI64X4(at(from, p), v)
		} else {
			e.load(at(from, p), v)
		}
		e.store(v, at(to, p))
	}
	digits := e.vector()
	if e.wide() {
		bit, k := e.GP64(), e.K()
		e.XORQ(bit, bit)
		e.BTSQ(lane, bit)
		e.KMOVD(bit.As32(), k)
		e.VPBROADCASTW_Z(low, k, digits)
		e.SHLQ(operand.U8(16), bit)
		k = e.K()
		e.KMOVD(bit.As32(), k)
		e.VPBROADCASTW(high, k, digits)
	} else {
		// A window on thirty words of zero and one of ones between them.
		m, address := e.StaticGlobal("lane256"), e.GP64()
		e.DataAttributes(build.RODATA | build.NOPTR)
		for i := range 31 {
			e.AppendDatum(operand.U16(0xffff * max(0, 1-max(i-15, 15-i))))
		}
		x := e.XMM()
		e.VMOVD(low, x)
		e.VPBROADCASTW(x, digits)
		e.LEAQ(m.Offset(30), address)
		e.ADDQ(lane, lane)
		e.SUBQ(lane, address)
		e.VPAND(operand.Mem{Base: address}, digits, digits)
	}
	e.SHLQ(operand.U8(6), place)
	e.ADDQ(to, place)
	v := e.vector()
	e.load(operand.Mem{Base: place}, v)
	e.andNot(v, digits, v)
	e.store(v, operand.Mem{Base: place})
}
