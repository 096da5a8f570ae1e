// Package table prints lists of records, each of which is a structure: as JSON objects, comma-separated values, text in columns, and HTML.
//
// A column is said once, by the tags of its field:
//
//	json   its name in objects and comma-separated values; "-": the column is for people alone
//	text   its heading for people; "-": it is not for people; left out: the name
//	show   how people read its value: seconds, ratio, or share, which is in percent
//
// A table whose text has other columns than its objects says them by [Table.Heading] and [Table.Row].
package table
