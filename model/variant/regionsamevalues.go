package variant

import "qmsat/model"

// RegionSameValues requires the same set of values in all rows, columns and regions that are the largest.
type RegionSameValues struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "region-same-values", Group: WholeGrid,
		Summary: "the largest rows, columns and boxes all hold the same set of values",
		Example: "{kind: region-same-values}",
		Also:    []string{"same-region-values"},
		New:     func() model.Named { return &RegionSameValues{} },
	})
}

// Define adds a variable for each value: 1 if the set has it.
func (*RegionSameValues) Define(d *model.Definition) {
	all := values(d)
	if d.Grid == nil {
		return
	}
	var largest []model.House
	for _, house := range d.Grid.Houses() {
		if len(largest) > 0 && len(house.Cells) > len(largest[0].Cells) {
			largest = nil
		}
		if len(largest) == 0 || len(house.Cells) == len(largest[0].Cells) {
			largest = append(largest, house)
		}
	}
	for x := range all.All() {
		used := model.Is(d.Auxiliary(model.Interval(0, 1)), 1)
		for _, house := range largest {
			here := model.Or(holding(house.Cells, x))
			d.Add(rule(model.And{model.Implies{If: here, Then: used}, model.Implies{If: used, Then: here}}))
		}
	}
}
