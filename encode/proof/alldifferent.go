package proof

import "qmsat/model"

func init() { register((*remainder).different) }

const tagDifferent = 'a'

// different returns the rest of an all-different constraint: its open variables, and the values that these may take and no fixed
// variable has.
func (r *remainder) different(c *model.AllDifferent, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	if p.wanted == nil {
		r.want(c, p)
	}
	clear(r.used)
	var open, used []int
	for _, v := range c.Vars {
		if r.at[v] >= r.fixed {
			open = append(open, w.variable(v))
			continue
		}
		value := int(prefix[r.at[v]])
		if r.used[value] {
			return nil, errRefuted
		}
		r.used[value] = true
		if p.wanted[value] {
			used = append(used, w.value(value))
		}
	}
	if p.available-len(used) < len(open) {
		return nil, errRefuted
	}
	if len(open) < 2 && len(used) == 0 {
		return nil, nil
	}
	return appendList(appendList([]byte{tagDifferent}, open), used), nil
}

// want notes the values that the open variables may take.
func (r *remainder) want(c *model.AllDifferent, p *partLeft) {
	p.wanted = make([]bool, len(r.values))
	for _, v := range c.Vars {
		if r.at[v] < r.fixed {
			continue
		}
		for _, value := range r.domains[v] {
			if !p.wanted[value] {
				p.wanted[value] = true
				p.available++
			}
		}
	}
}
