package heuristic

// filled is a grid with every value once in each box, including its givens. Two free cells of a box may swap values.
type filled struct {
	*layout
	value    []int8
	count    []int32 // by row, then by column, and by value: the number of cells with it
	total    []int   // by line with a sum: its current sum
	missing  int     // number of values missing in rows and columns, over all of them
	clashing int     // summed over cells: the other cells of its row and of its column with its value
	excess   int     // total excess of sums over their bounds
}

// movable are the free cells of boxes with at least two of them.
type movable struct {
	boxes [][]int // by such box: its free cells
	cells []int   // of all boxes
	mates [][]int // by cell: the free cells of its box, including itself
}

// fill returns a grid in which the free cells of each box have the values that the box lacks, in random order.
func (r *run) fill() *filled {
	return r.fillBy(func(cells []int, values []int8) {
		r.random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	})
}

// fillBy returns a grid in which the free cells of each box have the values that the box lacks, in the order of arrange.
func (r *run) fillBy(arrange func(cells []int, values []int8)) *filled {
	value := append([]int8(nil), r.given...)
	for _, box := range r.boxes {
		has := make([]bool, r.size)
		var free []int
		for _, cell := range box {
			if v := value[cell]; v != none {
				has[v] = true
			} else {
				free = append(free, cell)
			}
		}
		var lacking []int8
		for v, is := range has {
			if !is {
				lacking = append(lacking, int8(v))
			}
		}
		arrange(free, lacking)
		for i, cell := range free {
			value[cell] = lacking[i]
		}
	}
	f := &filled{layout: r.layout, value: value, count: make([]int32, 2*r.size*r.size), total: make([]int, len(r.lines))}
	f.recount()
	return f
}

// recount counts the defects from the start.
func (f *filled) recount() {
	clear(f.count)
	f.missing, f.clashing, f.excess = 2*f.size*f.size, 0, 0
	for cell, v := range f.value {
		f.add(f.row[cell], v)
		f.add(f.size+f.column[cell], v)
	}
	for line, cells := range f.lines {
		f.total[line] = 0
		for _, cell := range cells {
			f.total[line] += int(f.value[cell]) + 1
		}
		f.excess += f.beyond(f.total[line])
	}
}

// movable returns the cells that can be swapped.
func (r *run) movable() *movable {
	m := &movable{mates: make([][]int, len(r.given))}
	for _, box := range r.boxes {
		var free []int
		for _, cell := range box {
			if r.given[cell] == none {
				free = append(free, cell)
			}
		}
		if len(free) < 2 {
			continue
		}
		m.boxes, m.cells = append(m.boxes, free), append(m.cells, free...)
		for _, cell := range free {
			m.mates[cell] = free
		}
	}
	return m
}

// pair draws a movable cell and another one of its box. There must be movable cells.
func (r *run) pair(m *movable) (a, b int) {
	a = m.cells[r.random.IntN(len(m.cells))]
	mates := m.mates[a]
	if b = mates[r.random.IntN(len(mates)-1)]; b == a {
		b = mates[len(mates)-1]
	}
	return a, b
}

// defects is missing values plus the excess of sums. It is 0 if and only if the grid is a solution.
func (f *filled) defects() int { return f.missing + f.excess }

// swap exchanges the values of two cells of a box.
func (f *filled) swap(a, b int) {
	v, w := f.value[a], f.value[b]
	if f.row[a] != f.row[b] {
		f.move(f.row[a], v, w)
		f.move(f.row[b], w, v)
	}
	if f.column[a] != f.column[b] {
		f.move(f.size+f.column[a], v, w)
		f.move(f.size+f.column[b], w, v)
	}
	f.value[a], f.value[b] = w, v
	if f.lines != nil {
		f.shift(f.sums[a], int(w)-int(v))
		f.shift(f.sums[b], int(v)-int(w))
	}
}

// worse returns the increase of the defects if two cells of a box swap values, without the swap: in a cold grid most are
// rejected.
func (f *filled) worse(a, b int) (defects int) {
	v, w := f.value[a], f.value[b]
	if f.row[a] != f.row[b] {
		defects = f.moved(f.row[a], v, w) + f.moved(f.row[b], w, v)
	}
	if f.column[a] != f.column[b] {
		defects += f.moved(f.size+f.column[a], v, w) + f.moved(f.size+f.column[b], w, v)
	}
	if f.lines != nil {
		before := f.excess
		f.shift(f.sums[a], int(w)-int(v))
		f.shift(f.sums[b], int(v)-int(w))
		defects += f.excess - before
		f.shift(f.sums[a], int(v)-int(w))
		f.shift(f.sums[b], int(w)-int(v))
	}
	return defects
}

// moved returns how many more values a row or column would miss if one value were replaced by another.
func (f *filled) moved(line int, from, to int8) (missing int) {
	if f.count[line*f.size+int(from)] == 1 {
		missing++
	}
	if f.count[line*f.size+int(to)] == 0 {
		missing--
	}
	return missing
}

// move replaces a value of a row or column.
func (f *filled) move(line int, from, to int8) {
	f.remove(line, from)
	f.add(line, to)
}

func (f *filled) add(line int, v int8) {
	n := &f.count[line*f.size+int(v)]
	if *n == 0 {
		f.missing--
	}
	f.clashing += 2 * int(*n)
	*n++
}

func (f *filled) remove(line int, v int8) {
	n := &f.count[line*f.size+int(v)]
	*n--
	f.clashing -= 2 * int(*n)
	if *n == 0 {
		f.missing++
	}
}

// shift changes the sums of lines.
func (f *filled) shift(lines []int, by int) {
	for _, line := range lines {
		f.excess -= f.beyond(f.total[line])
		f.total[line] += by
		f.excess += f.beyond(f.total[line])
	}
}

// beyond returns how far a sum is outside its bounds.
func (f *filled) beyond(sum int) int {
	return max(0, sum-f.constant-f.delta, f.constant-f.delta-sum)
}
