package logic

func init() {
	for _, t := range []*Technique{
		{Name: "x-wing", Title: "X-Wing", Order: 2200, Score: 140, Rating: 3.2, find: fish(2)},
		{Name: "swordfish", Title: "Swordfish", Order: 2300, Score: 150, Rating: 3.8, find: fish(3)},
		{Name: "jellyfish", Title: "Jellyfish", Order: 2400, Score: 160, Rating: 5.2, find: fish(4)},
	} {
		t.Group, t.Level, t.Describe = "fish", Hard, fishPattern
		register(t)
	}
}

// fish finds size rows in which a value's positions lie in equally many columns: the value is nowhere else in these columns. Rows
// and columns may be exchanged.
func fish(size int) func(*finder) {
	return func(f *finder) {
		var buffer [mostValues]uint64
		for value := range f.eachValue() {
			for direction, base := range f.lines {
				cover, masks := f.lines[1-direction], f.linePositions(&buffer, base, value)
				closed(masks, size, func(chosen, union uint64) {
					step := &Step{Values: []int{value}}
					inBase := f.newSet()
					for n := range bitsOf(chosen) {
						h := &f.Houses[base[n]]
						step.Houses = append(step.Houses, base[n])
						step.Cells = append(step.Cells, h.cellsAt(masks[n])...)
						inBase.Unite(h.set)
					}
					for n := range bitsOf(union) {
						step.Covers = append(step.Covers, cover[n])
						for _, v := range f.Houses[cover[n]].cellsAt(*f.at(cover[n], value)) {
							if !inBase.Has(int(v)) {
								step.Eliminations = append(step.Eliminations, Candidate{v, value})
							}
						}
					}
					f.found(step)
				})
			}
		}
	}
}

// linePositions stores the positions of a value in each line that is a full house.
func (s *State) linePositions(masks *[mostValues]uint64, lines []int, value int) []uint64 {
	for n, i := range lines {
		if masks[n] = 0; s.Houses[i].Full {
			masks[n] = *s.at(i, value)
		}
	}
	return masks[:len(lines)]
}

// fishPattern writes the value, the base and its cover: "4 r26 c37".
func fishPattern(b *Board, s *Step) string {
	return b.valueNames(s.Values, ",") + " " + b.houseNames(s.Houses) + " " + b.houseNames(s.Covers)
}
