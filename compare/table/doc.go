// Package table prints lists of structures: as JSON objects, comma-separated values, text in columns, and HTML.
//
// The tags of a field declare its column:
//
//	json   its name in objects and comma-separated values; "-": only in text
//	text   its heading in text; "-": not in text; left out: the name
//	show   its format in text: seconds, ratio, share, which is in percent, or a format of package fmt
//	with   further fields that the format takes; a blank field shows them alone
//	none   what stands for a missing number in text
//
// [Pivot] is a text with a column for each contender instead of each field.
//
// If text has other columns than the objects, [Table.Heading] and [Table.Row] declare them.
package table
