package flatzinc

import (
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/pattern"
	"qmsat/internal/stop"
	"qmsat/model"
)

// constrain adds a constraint to the model.
func (l *lowering) constrain(c model.Constraint) {
	l.out.Model.Constraints = append(l.out.Model.Constraints, c)
}

// modelVar returns the model's variable for an operand.
func (l *lowering) modelVar(x operand) model.Var {
	if x = l.find(x); x.variable == constant {
		v, known := l.constants[x.value]
		if !known {
			v = l.addVariable("constant_"+spelled(x.value), model.Values(x.value))
			l.constants[x.value] = v
		}
		return v
	}
	return l.modelVarOf(x.variable)
}

// modelVarOf returns the model's variable for a representative variable.
func (l *lowering) modelVarOf(number int) model.Var {
	v := &l.variables[number]
	if v.modelVar >= 0 {
		return v.modelVar
	}
	if l.empty && (v.domain.Min() == -infinite || v.domain.Max() == infinite) {
		v.domain = model.Values(0) // any value: there are no solutions
	}
	if v.domain.Min() == -infinite || v.domain.Max() == infinite {
		l.failAt(v.position, "found no bounds of the int variable %s, expected a range, or constraints that prove bounds", v.name)
		return 0
	}
	v.modelVar = l.addVariable(v.name, v.domain)
	return v.modelVar
}

// atom returns a literal as a formula.
func (l *lowering) atom(p literal) model.In {
	return model.In{Var: l.modelVar(p.x), Values: p.values.Intersect(l.domain(p.x))}
}

var noLetters = pattern.New(`[^A-Za-z0-9_]+`)

// addVariable adds a variable to the model. Its name resembles the given one, is unused, and is valid in model files.
func (l *lowering) addVariable(name string, d model.Domain) model.Var {
	name = noLetters().ReplaceAllString(strings.Trim(name, "'"), "_")
	if model.CheckName(name) != nil {
		name = "v_" + name
	}
	free := name
	for i := 2; l.taken[free]; i++ {
		free = name + "_" + strconv.Itoa(i)
	}
	l.taken[free] = true
	return l.out.Model.AddVariable(free, d)
}

// spelled writes a number with letters and digits only.
func spelled(n int) string { return strings.Replace(strconv.Itoa(n), "-", "m", 1) }

// write makes the model from what remains.
func (l *lowering) write() {
	l.writeOutputs()
	m := l.out.Model
	if l.solve.text != "satisfy" {
		l.at = l.solve.position
		m.Objective = &model.Objective{
			Terms: []model.Term{{Coefficient: 1, Var: l.modelVar(l.int(l.solve.items[0]))}}, Maximize: l.solve.text == "maximize",
		}
	}
	l.emit()
	for _, a := range l.search {
		l.eachSearch(a, l.addSearch)
	}
}

// emit writes the remaining forms, or that there are no solutions.
func (l *lowering) emit() {
	if l.empty {
		l.constrain(&model.Rule{Formula: model.Or{}})
		return
	}
	for _, e := range stop.Each(l.watch, l.sorted(), func(e entry) int { return workPerItem * len(e.scope()) }) {
		l.at = e.position
		e.emit(l)
	}
}

// writeOutputs adds the outputs to the model.
func (l *lowering) writeOutputs() {
	items := l.outputItems()
	l.nameElements(items)
	for _, item := range stop.Each(l.watch, items, func(d *declaration) int { return workPerItem * (1 + d.size) }) {
		l.item(item)
	}
	if len(items) == 0 {
		for _, x := range l.declared() {
			l.output(x)
		}
	}
	m := l.out.Model
	m.Outputs = slices.Clone(m.Outputs)
	if len(m.Outputs) == 0 {
		m.Outputs = []model.Var{l.addVariable("solution", model.Values(1))}
	}
}

const (
	outputVariable = "output_var"
	outputArray    = "output_array"
	introduced     = "var_is_introduced"
)

// annotated returns the annotation of that name.
func (d *declaration) annotated(name string) (node, bool) {
	i := slices.IndexFunc(d.annotations, func(a node) bool { return a.text == name && (a.kind == nameNode || a.kind == callNode) })
	if i < 0 {
		return node{}, false
	}
	return d.annotations[i], true
}

func (l *lowering) outputItems() []*declaration {
	return slices.DeleteFunc(slices.Clone(l.declarations), func(d *declaration) bool {
		_, isVariable := d.annotated(outputVariable)
		_, isArray := d.annotated(outputArray)
		return !isVariable && !isArray
	})
}

// nameElements names variables that MiniZinc introduced: by the output array that has them, and their indices there.
func (l *lowering) nameElements(items []*declaration) {
	for _, d := range items {
		if !d.isArray {
			continue
		}
		for i, n := range d.value.items {
			if _, x := l.resolve(n); x != nil && strings.HasPrefix(x.name, "X_INTRODUCED_") {
				l.variables[x.variable].name = d.name + indexText(l.dimensions(d), i)
			}
		}
	}
}

// indexText spells the indices of the i-th element, counting from 0: _2_3.
func indexText(dimensions [][2]int, i int) (text string) {
	for _, d := range slices.Backward(dimensions) {
		size := d[1] - d[0] + 1
		text = "_" + spelled(d[0]+i%size) + text
		i /= size
	}
	return text
}

// dimensions returns the ranges of indices in an output annotation.
func (l *lowering) dimensions(d *declaration) [][2]int {
	a, _ := d.annotated(outputArray)
	list, size := [][2]int{}, 1
	if len(a.items) == 1 {
		for _, n := range l.array(a.items[0]) {
			set := l.set(n)
			r := interval{1, 0}
			if !set.Empty() {
				r = hull(set)
			}
			list = append(list, [2]int{r.lo, r.hi})
			size = times(size, r.hi-r.lo+1)
		}
	}
	if len(list) == 0 || size != d.size {
		l.failAt(a.position, "found %s, expected the ranges of the array's indices, which has %d elements", a.describe(), d.size)
		return [][2]int{{1, d.size}}
	}
	return list
}

// item adds the output of a declaration.
func (l *lowering) item(d *declaration) {
	item := Item{Name: d.name}
	isBool := d.base == "bool"
	if !d.isArray {
		item.Elements = []Element{l.element(d.asNode(), isBool)}
	} else {
		item.Dimensions = l.dimensions(d)
		item.Elements = lists.Map(d.value.items, func(n node) Element { return l.element(n, isBool) })
	}
	l.out.Output = append(l.out.Output, item)
}

func (l *lowering) element(n node, isBool bool) Element {
	x := l.operand(n, isBool)
	if x.variable == constant {
		return Element{-1, x.value, isBool}
	}
	return Element{Var: l.output(x), Bool: isBool}
}

// output makes a variable an output, even if it is fixed.
func (l *lowering) output(x operand) model.Var {
	v := l.modelVarOf(l.root(x).variable)
	if !l.isOutput[v] {
		l.isOutput[v] = true
		l.out.Model.Outputs = append(l.out.Model.Outputs, v)
	}
	return v
}

// declared lists the variables that the file declares, without those that MiniZinc introduced if there are others. They are the
// outputs of a file without output annotations.
func (l *lowering) declared() (list []operand) {
	all := slices.DeleteFunc(slices.Clone(l.declarations), func(d *declaration) bool { return !d.isVar || d.isArray })
	named := slices.DeleteFunc(slices.Clone(all), func(d *declaration) bool {
		_, hidden := d.annotated(introduced)
		return hidden
	})
	if len(named) == 0 {
		named = all
	}
	return lists.Map(named, func(d *declaration) operand { return operand{d.variable, 0} })
}

// needed lists what the model has in any case: outputs, the objective, and what is searched first.
func (l *lowering) needed() (list []operand) {
	items := l.outputItems()
	for _, d := range items {
		if d.isArray {
			list = append(list, l.operands(*d.value, d.base == "bool")...)
		} else {
			list = append(list, l.operand(d.asNode(), d.base == "bool"))
		}
	}
	if len(items) == 0 {
		list = l.declared()
	}
	list = append(list, lists.Map(l.solve.items, l.int)...)
	for _, a := range l.search {
		l.eachSearch(a, func(_ node, vars []operand) { list = append(list, vars...) })
	}
	return list
}

// asNode returns the expression that names the declaration.
func (d *declaration) asNode() node { return node{position: d.position, kind: nameNode, text: d.name} }

// eachSearch visits the annotations int_search and bool_search with their variables; sequences are flattened. What it does not know
// is ignored, since a hint changes no solution.
func (l *lowering) eachSearch(a node, visit func(a node, vars []operand)) {
	switch n := len(a.items); {
	case a.kind == arrayNode, a.kind == callNode && a.text == "seq_search" && n == 1:
		for _, part := range a.items {
			l.eachSearch(part, visit)
		}
	case a.kind == callNode && (a.text == "int_search" || a.text == "bool_search") && n >= 3:
		visit(a, l.searched(a.items[0]))
	}
}

// searched lists the variables in an expression of a search annotation, such as an array, or bool2int of one.
func (l *lowering) searched(n node) (list []operand) {
	l.ended(workPerItem)
	switch d := l.names[n.text]; {
	case n.kind == arrayNode, n.kind == callNode:
		for _, item := range n.items {
			list = append(list, l.searched(item)...)
		}
	case d == nil || !d.isVar || n.kind != nameNode && n.kind != accessNode:
	case !d.isArray:
		list = []operand{{d.variable, 0}}
	case n.kind == nameNode:
		list = d.operands
	case 1 <= n.number && n.number <= len(d.operands):
		list = d.operands[n.number-1 : n.number]
	}
	return list
}

// addSearch adds a search annotation, without fixed variables.
func (l *lowering) addSearch(a node, vars []operand) {
	s := Search{Choose: a.items[1].text, Assign: a.items[2].text}
	seen := map[model.Var]bool{}
	for _, x := range vars {
		if x.variable == constant {
			continue
		}
		if v := l.variables[l.root(x).variable].modelVar; v >= 0 && !seen[v] {
			seen[v] = true
			s.Vars = append(s.Vars, v)
		}
	}
	l.out.Search = append(l.out.Search, s)
}
