package logic

import "qmsat/model"

func init() {
	register(&Technique{
		Name: "table", Title: "Table", Group: groupConstraints, Order: 510, Score: 50, Level: Medium, Rating: 2.6, find: tables,
		Describe: (*Board).constraintText, Of: func(c model.Constraint) bool { return c.Kind() == "table" },
	})
}

// tables finds values of a cell without an allowed tuple among the other cells' candidates, or with forbidden tuples only. Cells that
// see each other differ.
func tables(f *finder) {
	f.single(func(g *group) bool { return g.constraints[0].Kind() == "table" })
}
