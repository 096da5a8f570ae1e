package heuristic

import "qmsat/model/engine"

// We know no parameters; all of these are our choice.
var (
	quantumReplicas = engine.NewInteger("replicas", "grids, each coupled to the next in a ring", "grids", "8",
		engine.Range{Min: 2, Max: 1000})
	quantumTemperature = engine.NewNumber("temperature", "constant temperature of each replica", "0.4", engine.AtLeast(0.001))
	quantumField       = engine.NewNumber("field", "strength of the field at the beginning; it falls evenly to 0", "2", engine.AtLeast(0.001))
	quantumSteps       = engine.NewInteger("steps", "steps in which the field falls to 0 before it starts again", "steps", "200",
		engine.AtLeast(1))
	quantumRadius = engine.NewInteger("radius", "swaps of a move at the beginning; it falls with the field to 1", "swaps",
		"2", engine.Range{Min: 1, Max: 100})
)

func init() {
	register(&method{
		name: "quantum-annealing", summary: "anneals coupled replicas in a falling field; after the survey's description; may fail",
		limit:      limitSetting("moves that it tries before it gives up", "moves", "20000000"),
		settings:   []*engine.Setting{quantumReplicas, quantumTemperature, quantumField, quantumSteps, quantumRadius},
		quasiMagic: true, search: tunnel,
	})
}

// tunnel tries one move of a replica in each iteration. The energy is the replica's defects, plus the coupling for each cell that
// differs from a neighbouring replica. At each value of the field every replica has as many moves as the grid has free cells.
//
// Source: Jilg, Carter, "Sudoku evolution", 2009; path-integral coupling −½T·ln tanh(Γ/T) as in Martoňák, Santoro, Tosatti,
// Phys. Rev. B 66 (2002), T being the temperature of all replicas together.
func tunnel(r *run) []int8 {
	m, temperature := r.movable(), quantumTemperature.Float(r.options)
	steps, radius, first := quantumSteps.Int(r.options), quantumRadius.Int(r.options), quantumField.Float(r.options)
	replicas, moved := make([]*filled, quantumReplicas.Int(r.options)), make([][2]int, radius)
	for {
		r.begun++
		for i := range replicas {
			if r.ended() {
				return nil
			}
			if replicas[i] = r.fill(); replicas[i].defects() == 0 {
				return replicas[i].value
			}
		}
		for step := range steps {
			if len(m.cells) == 0 {
				return nil
			}
			left := float64(steps-step) / float64(steps)
			coupling := coupling(float64(first*left), temperature)
			for range len(m.cells) {
				for i, f := range replicas {
					if !r.next() {
						return nil
					}
					before, after := replicas[(i+len(replicas)-1)%len(replicas)], replicas[(i+1)%len(replicas)]
					energy, apart := f.defects(), 0
					swaps := moved[:1+int(float64(float64(radius-1)*left))]
					for k := range swaps {
						a, b := r.pair(m)
						swaps[k] = [2]int{a, b}
						apart -= f.apart(before, a, b) + f.apart(after, a, b)
						f.swap(a, b)
						apart += f.apart(before, a, b) + f.apart(after, a, b)
					}
					if f.defects() == 0 {
						return f.value
					}
					worse := float64(f.defects()-energy) + float64(coupling*float64(apart))
					if worse > 0 && r.random.Float64() >= exponential(worse/temperature) {
						for k := len(swaps) - 1; k >= 0; k-- {
							f.swap(swaps[k][0], swaps[k][1])
						}
					}
				}
			}
		}
	}
}

// apart returns in how many of two cells two grids differ.
func (f *filled) apart(other *filled, a, b int) (n int) {
	if f.value[a] != other.value[a] {
		n++
	}
	if f.value[b] != other.value[b] {
		n++
	}
	return n
}

// coupling returns −½T·ln tanh(Γ/T), which is T·artanh(e^(−2Γ/T)), by its series; It grows as the field falls, to at most 4T.
func coupling(field, temperature float64) float64 {
	e := exponential(2 * field / temperature)
	sum, power := 0.0, e
	for i := 1; i < 2000; i += 2 {
		sum += power / float64(i)
		power = float64(power * float64(e*e))
	}
	return float64(temperature * min(sum, 4))
}
