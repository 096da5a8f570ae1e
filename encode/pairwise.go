package encode

func init() {
	RegisterAMO(AtMostOne{
		Name:    "pairwise",
		Summary: "a clause for each pair: n(n−1)/2 clauses, no variables",
		Source:  "folklore; also called binomial or naive",
		Encode: func(c *Compiler, literals []Literal, excluded func(i, j int) bool) {
			for i := range literals {
				for j := range i {
					if !excluded(j, i) {
						c.Add(-literals[j], -literals[i])
					}
				}
			}
		},
	})
}
