package heuristic

import "qmsat/model/engine"

var (
	beesScouts = populationSetting("50")
	beesSites  = engine.NewInteger("sites", "number of best grids that are kept and searched around", "grids", "10",
		engine.Range{Min: 1, Max: 10000})
	beesRadius = engine.NewInteger("radius", "swaps at most between a site and a bee that searches near it", "swaps", "3",
		engine.Range{Min: 1, Max: 10000})
	beesPatience = engine.NewInteger("patience",
		"iterations without a better grid at a site, before it is left for a random one", "iterations", "200",
		engine.AtLeast(1))
)

func init() {
	register(&method{
		name: "bees", summary: "keeps the best grids and sends bees near them; after the survey's description; may fail",
		limit:    limitSetting("rounds of all bees until it gives up", "times", "100000"),
		settings: []*engine.Setting{beesScouts, beesSites, beesRadius, beesPatience}, search: forage,
	})
}

// forage sends all bees out in each iteration; the sites take turns. If a bee finds a grid that is not worse, this becomes the
// site. The cost is the number of values missing in rows and columns.
//
// Source: Jilg, Carter, "Sudoku evolution", 2009.
func forage(r *run) []int8 {
	population, free := r.populate(beesScouts.Int(r.options), r.absent), r.movable().boxes
	rank(population)
	sites, bee := population[:min(beesSites.Int(r.options), len(population))], make([]int8, len(r.given))
	without, radius, patience := make([]int, len(sites)), beesRadius.Int(r.options), beesPatience.Int(r.options)
	for {
		for _, site := range sites {
			if site.cost == 0 {
				return site.value
			}
		}
		if len(free) == 0 || !r.next() {
			return nil
		}
		for i := range without {
			if without[i]++; without[i] > patience {
				copy(sites[i].value, r.fill().value)
				sites[i].cost, without[i] = r.absent(sites[i].value), 0
			}
		}
		for i := range population {
			if r.ended() {
				return nil
			}
			number := i % len(sites)
			site := &sites[number]
			copy(bee, site.value)
			for range 1 + r.random.IntN(radius) {
				r.swapIn(bee, free[r.random.IntN(len(free))])
			}
			if cost := r.absent(bee); cost <= site.cost {
				if cost < site.cost {
					without[number] = 0
				}
				site.cost = cost
				copy(site.value, bee)
			}
		}
	}
}
