// Package table prints lists of records, each of which is a structure: as JSON objects, comma-separated values, text in columns, and HTML.
//
// A column is said once, by the tags of its field. json is its name in objects and comma-separated values. text is its heading for people,
// the same name if left out; fields with text:"-" are not for people, those with json:"-" and a heading for people alone. show is how people read a value: seconds, ratio, or share, which is
// in percent.
//
// A table whose text has other columns than its objects says them by [Table.Heading] and [Table.Row].
package table
