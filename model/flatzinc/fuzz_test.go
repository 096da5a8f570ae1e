package flatzinc_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/flatzinc"
)

// FuzzRead checks that bad text gives a one-line error with its place, and that text that is read gives a valid model whose
// solutions are printed, one item a line.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"",
		"solve satisfy;",
		"predicate p(array [int] of var 1..3: x, set of int: y);\nvar 1..3: x :: output_var;\nconstraint p([x], {1}) :: domain;\nsolve :: a(\"s\", [b]) satisfy;",
		"array [1..2] of int: c = [1,-1];\nvar int: x; var bool: b :: is_defined_var = true;\n% comment\n" +
			"array [1..3] of var int: a :: output_array([1..1,0..2]) = [x,2,x];\nconstraint int_lin_le(c,[x,a[3]],0x1F) :: defines_var(x);\n" +
			"solve :: seq_search([int_search(a,first_fail,indomain_min,complete),bool_search([b],input_order,indomain_max)]) maximize x;",
		"var -3..5: x; var {1,3}: y; var 0..9: z;\nconstraint int_times(x,y,z);constraint int_div(x,y,z);constraint int_mod(z,y,x);\n" +
			"constraint int_abs(x,z);constraint int_pow(x,y,z);constraint int_max(x,y,z);constraint set_in_reif(x,1..2,true);\nsolve minimize z;",
		"var 1..4: i; var bool: b; var 0..1: j;\nconstraint array_var_int_element(i,[i,j,3],j);constraint bool2int(b,j);\n" +
			"constraint array_bool_xor([b,b,true]);constraint int_lin_ne_reif([1,2],[i,j],3,b);constraint fzn_table_int([i,j],[1,0,2,1]);\nsolve satisfy;",
		"var 1..3: a; var 1..3: b;constraint fzn_regular([a,b],2,3,[1,2,0,0,1,2],1,{2});constraint qmsat_circuit([a,b]);\n" +
			"constraint qmsat_count([a,b],2,1,1);constraint fzn_all_different_int([a,b]);constraint fzn_count_geq([a,b],a,b);solve satisfy;",
		"var int: x; var int: y; constraint int_lt(x,y); constraint int_lt(y,x); constraint int_le(0,x); constraint int_le(x,1000000000);solve satisfy;",
		"var float: x; float: y = 1.5e3; set of int: s = {}; array [1..1] of set of int: t = [{1,2}]; solve satisfy;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		const most = 1 << 12
		if len(text) > most {
			return
		}
		p, err := flatzinc.Read(context.Background(), "file", strings.NewReader(text))
		if err != nil {
			var input *model.InputError
			if !errors.As(err, &input) || input.Line < 1 || input.Column < 1 || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: expected one line that says where", err)
			}
			return
		}
		if err := p.Model.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		a := make(model.Assignment, len(p.Model.Variables))
		for i, v := range p.Model.Variables {
			a[i] = v.Domain.Min()
		}
		out := string(p.Append(nil, a))
		if lines := strings.Count(out, ";\n"); lines != len(p.Output) {
			t.Fatalf("%q: expected %d lines", out, len(p.Output))
		}
	})
}
