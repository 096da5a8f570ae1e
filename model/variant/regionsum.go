package variant

import "qmsat/model"

// RegionSum gives one sum to all segments of a line, which the borders of regions cut.
type RegionSum struct {
	model.Titled
	Line model.Cells `field:"line"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "region-sum", Group: Lines,
		Summary: "boxes (or regions) divide the line into segments with equal sums",
		Example: "{kind: region-sum, line: r1c1-r1c9}",
		Also:    []string{"region-sum-line", "rsl"},
		New:     func() model.Named { return &RegionSum{} },
	})
}

// Define cuts the line between cells of different regions. Cells of no region make segments too.
func (r *RegionSum) Define(d *model.Definition) {
	values(d)
	region := map[model.Var]int{}
	if d.Grid != nil {
		for i, house := range d.Grid.RegionHouses() {
			for _, v := range house.Cells {
				region[v] = i + 1
			}
		}
	}
	var segments []model.Cells
	for i, v := range r.Line {
		if i == 0 || region[v] != region[r.Line[i-1]] {
			segments = append(segments, nil)
		}
		segments[len(segments)-1] = append(segments[len(segments)-1], v)
	}
	d.Add(equalSums(segments)...)
}
