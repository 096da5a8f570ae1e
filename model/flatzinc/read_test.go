package flatzinc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
	"qmsat/model/flatzinc"
	"qmsat/model/modeltest"
)

func read(t *testing.T, text string) *flatzinc.Program {
	t.Helper()
	p, err := flatzinc.Read(context.Background(), "x.fzn", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The whole grammar is read; parts without meaning for the model do not affect it.
func TestGrammar(t *testing.T) {
	p := read(t, `predicate own(array [int] of var int: x, var bool: b, array [int,int] of int: t, set of int: s, 1..3: k, {1,2}: l, var 1.0..2.0: f, array [1..2] of var set of 1..3: v);
predicate none();
bool: t = true; % a comment
int: n = -0x1F;
int: octal = 0o17;
float: pi = 3.14e0;
set of int: s = {3,1,2};
set of float: w = 0.5..1.5;
array [1..0] of int: no = [];
array [1..2] of set of int: sets = [{},1..2];
array [1..3] of float: floats = [1.0,2.5,-1.0E-3];
var -40..9: x :: output_var :: "text" :: f(a, [b, 1..2], "c\"d", {}, 1.5..2.5, g([]));
var bool: 'a name' :: output_var = t;
var {1,5}: y :: is_defined_var;
array [1..2] of var int: a :: output_array([0..0,-1..0]) = [x,y];
constraint int_le(n,a[2]) :: defines_var(y);
constraint set_in(x,s)
  ; constraint int_eq(a[1],3);
solve :: int_search([x,2,y], dom_w_deg, indomain_split, complete) :: other maximize y;
`)
	if p.Model.Objective == nil || !p.Model.Objective.Maximize || len(p.Search) != 1 {
		t.Errorf("objective %v, search %v", p.Model.Objective, p.Search)
	}
	want := []string{
		"x = 3;\n'a name' = true;\na = array2d(0..0, -1..0, [3, 1]);\n",
		"x = 3;\n'a name' = true;\na = array2d(0..0, -1..0, [3, 5]);\n",
	}
	if difference := cmp.Diff(want, printedAll(p, modeltest.BruteForce(p.Model, nil))); difference != "" {
		t.Error(difference)
	}
}

// Errors give the place, what was found and what was expected.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "1:1: found the end of the file, expected predicate, a declaration, constraint or solve",
		"var 1..3: x;\nsolve satisfy":      `2:14: found the end of the file, expected ;`,
		"var 1..3 x;":                      `1:10: found "x", expected :`,
		"var 1..: x;":                      `1:8: found ":", expected a whole number`,
		"solve satisfy; int: x = 1;":       `1:16: found "int", expected the end of the file behind the solve item`,
		"var 1..3: x; var bool: x;":        "1:24: found x, expected a name that is not declared above",
		"int: n = 1 2;":                    `1:12: found "2", expected ;`,
		"int: n = m;":                      "1:10: found m, expected a name that is declared above",
		"int: n = n;":                      "1:10: found n, expected a name that is declared above",
		"int: n = [1];":                    "1:10: found an array of 1, expected an int",
		"bool: n = 1;":                     "1:11: found the number 1, expected a bool",
		"int: n = 9999999999999999;":       "1:10: found the number 9999999999999999, expected one within ±2^52",
		"var int: x = ?;":                  `1:14: found "?", expected an expression`,
		"var int: x :: \"abc\n;":           `1:15: found "\"abc" without its end, expected it on the same line`,
		"var set of 1..3: s;":              "1:1: found the set variable s, expected variables of type bool or int",
		"\n var 0.5..1.5: f;":              "2:2: found the float variable f, expected variables of type bool or int",
		"array [1..2] of var float: f=[];": "1:1: found the float variable f, expected variables of type bool or int",
		"var 0.5..1.5: X_INTRODUCED_1_; array [1..1] of var float: f:: output_array([1..1]) = [X_INTRODUCED_1_];": "1:1: found the float variable in the array f, expected variables of type bool or int",
		"array [1..2] of int: a = [1];":                      "1:26: found an array of 1, expected one of 2, as its type says",
		"array [0..2] of int: a = [1];":                      "1:8: found an array that does not begin at 1, expected array [1..n]",
		"var 1..3: x; constraint f(x);":                      "found the constraint f, expected one of FlatZinc's on ints and bools, or of qmsat's library",
		"var 1..3: x; constraint int_eq(x);":                 "1:25: found int_eq with 1 arguments, expected 2",
		"var 1..3: x; constraint int_eq(x,true);":            "1:34: found true, expected an int",
		"var 1..3: x; constraint bool_not(x,true);":          "1:34: found x, expected a bool",
		"var 1..3: x; constraint int_lin_eq([1],[x,x],2);":   "1:40: found an array of 2, expected one of 1, as there are coefficients",
		"var 1..3: x; constraint int_lin_eq([x],[x],2);":     "1:37: found the variable x, expected a value",
		"var 1..3: x; constraint set_in(x,3);":               "1:34: found the number 3, expected a set of ints",
		"var 1..3: x; constraint fzn_table_int([x,x],[1]);":  "1:45: found an array of 1, expected rows of 2 values",
		"var 1..3: x; constraint int_plus_reif(x,x,x,true);": "found the constraint int_plus_reif, expected one of",
		"array [1..1] of int: a = [1]; int: n = a[2];":       "1:40: found a[2], expected an element of an array",
		"var int: x; solve satisfy;":                         "1:1: found no bounds of the int variable x, expected a range, or constraints that prove bounds",
		"var -5..4503599627370496: x; var 0..9: y; constraint int_lin_le([2,1],[x,y],3); constraint int_lin_le([1000,1],[y,x],4503599627370495); solve satisfy;": "",
		"var 0..4503599627370495: x; var 0..9: y; constraint int_lin_le_reif([2,1],[x,y],3,false); solve satisfy;":                                               "1:53: found a sum with x that may reach beyond ±2^52, expected one within it",
		"int: a = " + strings.Repeat("[", 200) + "1" + strings.Repeat("]", 200) + ";":                                                                            "found more than 100 levels of arrays and annotations, expected fewer",

		"array [1..1] of 1..3: a = [5];":                                    "1:28: found the number 5, expected one within 1..3, as its type says",
		"var 1..9: x; array [1..2] of var {1,3}: a = [x,2];":                "1:48: found the number 2, expected one within 1,3, as its type says",
		"array [1..1] of set of 1..3: a = [2..4];":                          "1:35: found the set {2..4}, expected one within 1..3, as its type says",
		"var 1..3: x :: outptu_var;":                                        "1:16: found the annotation outptu_var; did you mean output_var?",
		"solve :: a(b; satisfy;":                                            `1:13: found ";", expected , or )`,
		"var 1..3: x; constraint int_le(x,2) :: a( constraint int_le(x,1);": `1:54: found "int_le", expected , or )`,
		"array [1..1] of var 1..3: a :: output_array(<>) = [1];":            `1:45: found "<", expected an expression`,
	} {
		if strings.HasSuffix(text, ";") && !strings.Contains(text, "solve") {
			text += " solve satisfy;"
		}
		_, err := flatzinc.Read(context.Background(), "x.fzn", strings.NewReader(text))
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), "x.fzn:") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %s", text, err, want)
		}
	}
}

// Ints without bounds get bounds that the constraints prove.
func TestBounds(t *testing.T) {
	for constraints, want := range map[string]string{
		"constraint int_lin_eq([1,-2,-3],[x,a,b],5);":                                   "x -13..23",
		"constraint int_lin_le([-1,1],[a,x],0); constraint int_le(a,x);":                "x -3..3 same as a",
		"constraint int_times(a,b,x);":                                                  "x -12..12",
		"constraint int_max(a,b,x);":                                                    "x -3..4",
		"constraint array_var_int_element(b,[a,20,b,7],x);":                             "x -3..4,7,20",
		"constraint int_abs(a,x);":                                                      "x 0..3",
		"constraint int_div(a,b,x);":                                                    "x -3..3",
		"constraint int_mod(a,b,x);":                                                    "x -3..3",
		"constraint int_lin_eq([1,1],[x,y],10); constraint int_times(a,b,y);":           "x -2..22",
		"constraint int_lin_eq([2],[x],7);":                                             "none",
		"constraint int_le_reif(x,5,true); constraint int_lt_reif(x,-5,false);":         "x -5..5",
		"constraint int_times(x,x,y); constraint int_le(y,50); constraint int_ne(x,0);": "x -8..-1,1..8",
		"constraint set_in(x,{1,4,9});constraint int_ne(x,4);":                          "x 1,9",
		"constraint int_pow(a,2,x);":                                                    "x 0..9",
		"constraint int_lt(x,y); constraint int_lt(y,x); constraint int_le(0,x);":       "refused",
		"constraint int_le(x,y); constraint int_le(y,x); constraint int_eq(y,b);":       "x -4..4",
		"constraint array_int_maximum(x,[a,b,7]);":                                      "x 7",
		"constraint int_lin_eq([1,1,1],[x,y,z],3);constraint int_le(0,x);constraint int_le(0,y);constraint int_le(0,z);": "x 0..3",
		"constraint fzn_table_int([x,y],[" + strings.Repeat("1,2,3,4,", 17000) + "5,6]);":                                "x 1,3,5",

		"array [1..1] of var 1..3: w = [b]; constraint int_eq(b,x);": "x 1..3",
	} {
		text := "var -3..3: a; var -4..4: b; var int: y; var int: z; var int: x :: output_var;\n" + constraints + "\nsolve satisfy;\n"
		p, err := flatzinc.Read(context.Background(), "x.fzn", strings.NewReader(text))
		got := "refused"
		if err == nil {
			got = "none"
			if v := p.Model.OutputVars()[0]; !hasEmptyRule(p.Model) {
				got = fmt.Sprintf("x %v", p.Model.DomainOf(v))
			}
		}
		if want, _, _ := strings.Cut(want, " same"); got != want {
			t.Errorf("%s: %s, expected %s (%v)", constraints, got, want, err)
		}
	}
}

func hasEmptyRule(m *model.Model) bool {
	for _, c := range m.Constraints {
		if rule, is := c.(*model.Rule); is && len(rule.Scope()) == 0 {
			return true
		}
	}
	return false
}

// The model has no more than it needs: one variable for equal ones, none for constants, for bools defined by one variable, or for
// diagonals.
func TestSmallModels(t *testing.T) {
	const hidden = ":: var_is_introduced;\n"
	for text, want := range map[string]string{
		"var 1..3: x :: output_var; var 2..5: y; constraint int_eq(x,y);":                                "x",
		"var 0..1: x :: output_var; var bool: b; constraint bool2int(b,x); constraint bool_not(b,true);": "x",
		"var 1..9: x; var 1..9: y; var bool: b " + hidden + "var bool: c " + hidden + `
			constraint int_eq_reif(x,3,b); constraint int_eq_reif(y,4,c); constraint array_bool_or([b,c],true);`: "x y",
		"var 1..9: x; var 1..9: y; var 0..1: b " + hidden + "var 0..1: c " + hidden + "var bool: d " + hidden + "var bool: e " + hidden + `
			constraint int_eq_reif(x,3,d); constraint int_eq_reif(y,4,e); constraint bool2int(d,b); constraint bool2int(e,c);
			constraint int_lin_eq([1,1],[b,c],1);`: "x y",
		"var 1..3: x; var 1..3: y; var 2..6: a " + hidden + "var 2..6: b " + hidden + `
			constraint int_lin_eq([1,-1],[a,x],1); constraint int_lin_eq([1,-1],[b,y],3); constraint fzn_all_different_int([a,b]);`: "x y",
		"var 1..3: x; var 1..3: y; var bool: b " + hidden + "constraint int_le_reif(x,y,b);": "x y b",
	} {
		var names []string
		for _, v := range read(t, text+"solve satisfy;").Model.Variables {
			names = append(names, v.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s\nthe variables are %s, expected %s", text, got, want)
		}
	}
}

// Outputs are the annotated variables; introduced ones only if there are no others.
func TestOutputs(t *testing.T) {
	for text, want := range map[string]string{
		"var 1..3: x; var 1..3: y :: var_is_introduced;": "x",
		"var 1..3: y :: var_is_introduced;":              "y",
		"var 1..3: x; var 1..3: y :: output_var;":        "y",
		"var 1..3: X_INTRODUCED_0_; var 1..3: y; array [1..2] of var int: a :: output_array([-1..0]) = [X_INTRODUCED_0_,y];": "a_m1 y",
		"var 1..3: x; array [1..1] of int: a :: output_array([1..1]) = [5];":                                                 "solution",
		"":                                "solution",
		"var 1..3: all;":                  "v_all",
		"var 1..3: 'a b'; var 1..3: a_b;": "a_b a_b_2",
	} {
		m := read(t, text+"solve satisfy;").Model
		var names []string
		for _, v := range m.OutputVars() {
			names = append(names, m.NameOf(v))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: outputs %s, expected %s", text, got, want)
		}
	}
}

// Search annotations come one by one, without variables that are missing in the model.
func TestSearch(t *testing.T) {
	p := read(t, `var 1..3: x; var 1..3: y; var bool: b; var 4..4: z :: var_is_introduced;
constraint int_ne(x,y);
array [1..3] of var int: a = [x,z,y];
solve :: seq_search([int_search(a,first_fail,indomain_min,complete), seq_search([bool_search([b,true],input_order,indomain_max)]), x]) satisfy;`)
	want := []flatzinc.Search{{Vars: []model.Var{0, 1}, Choose: "first_fail", Assign: "indomain_min"},
		{Vars: []model.Var{2}, Choose: "input_order", Assign: "indomain_max"}}
	if difference := cmp.Diff(want, p.Search); difference != "" {
		t.Error(difference)
	}
}

// TestHints checks that annotations refuse no model: of a search annotation, the variables that it names are kept.
func TestHints(t *testing.T) {
	for hint, want := range map[string]string{
		"int_search([x,b],first_fail,indomain_min)":                                           "x b",
		"bool_search([y,c[2],c[3],c[4]],first_fail,indomain_min)":                             "y",
		"int_search(bool2int([b,true]),input_order,indomain_min)":                             "b",
		"int_search([z,x,f(y),1..2,{},true,\"s\"],input_order,indomain_min,complete)":         "x y",
		"seq_search([int_search([x],a),warm_start([x],[<>])])":                                "",
		"int_search([b],a,1) :: warm_start([x,b],[<>,{a,b}]) :: p(99999999999999999999,a[b])": "b",
		"seq_search([],[]) :: int_search(c,a,b)":                                              "x y",
		strings.Repeat("a(", 200) + "1" + strings.Repeat(")", 200):                            "",
	} {
		p := read(t, `var 1..3: x :: h([<>]); var 1..3: y; var bool: b; array [1..3] of var int: c = [x,y,2]; constraint int_lt(x,y) :: k(-);
solve :: `+hint+" satisfy;")
		var got []string
		for _, s := range p.Search {
			for _, v := range s.Vars {
				got = append(got, p.Model.NameOf(v))
			}
		}
		if solutions := len(modeltest.BruteForce(p.Model, nil)); strings.Join(got, " ") != want || solutions != 2*3 {
			t.Errorf("%s: search of %v, expected %s; %d solutions", hint, got, want, solutions)
		}
	}
}

// looks is a context that counts how often it is looked at.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error {
	l.n++
	return nil
}

// Reading looks at its context several times for each constraint that has a long array.
func TestWorkIsCounted(t *testing.T) {
	const size, constraints = 2000, 40
	for name, kind := range map[string]string{"int": "int", "var": "var int"} {
		text := "array [1..2000] of " + kind + ": a = [1,2" + strings.Repeat(",1,2", size/2-1) + "];\n"
		for i := range constraints {
			text += fmt.Sprintf("var 1..1999: x%[1]d; var 1..3: y%[1]d; constraint array_int_element(x%[1]d,a,y%[1]d);\n", i)
		}
		read := map[string]func(ctx context.Context) error{
			"Read": func(ctx context.Context) error {
				_, err := flatzinc.Read(ctx, "x.fzn", strings.NewReader(text+"solve satisfy;"))
				return err
			},
			"ReadParts": func(ctx context.Context) error {
				_, _, err := flatzinc.ReadParts(ctx, "x.fzn", strings.NewReader(text+"solve satisfy;"))
				return err
			},
		}
		for function, read := range read {
			ctx := &looks{Context: t.Context()}
			if err := read(ctx); err != nil || ctx.n < 3*constraints {
				t.Errorf("%s, %s: %d looks, error %v", function, name, ctx.n, err)
			}
		}
	}
}
