import FeedStore
import Testing

/// From the placeholders of SQLite to those of PostgreSQL.
@Suite struct PlaceholderTranslationTests {
  /// SQL, what it becomes, and the names of its parameters, "" for none.
  static let cases: [(sql: String, expected: String, names: [String])] = [
    ("", "", []),
    ("SELECT 1", "SELECT 1", []),
    ("SELECT ?", "SELECT $1", [""]),
    ("SELECT ?, ?,?", "SELECT $1, $2,$3", ["", "", ""]),
    ("SELECT :a, :b, :a", "SELECT $1, $2, $1", ["a", "b"]),
    ("SELECT ?, :a, ?, :a", "SELECT $1, $2, $3, $2", ["", "a", ""]),
    ("SELECT ?1, ?2, ?1", "SELECT $1, $2, $1", ["", ""]),
    ("SELECT ?2", "SELECT $2", ["", ""]),
    ("SELECT :longer_Name9-1", "SELECT $1-1", ["longer_Name9"]),
    ("(:a)", "($1)", ["a"]),
    ("x=:a||:b", "x=$1||$2", ["a", "b"]),
    // Casts, assignments and slices.
    ("SELECT ?::text, :a::int8[], x::text", "SELECT $1::text, $2::int8[], x::text", ["", "a"]),
    ("f(a := 1, b => ?)", "f(a := 1, b => $1)", [""]),
    ("SELECT a[1:2], a[ :n ]", "SELECT a[1:2], a[ $1 ]", ["n"]),
    ("SELECT x:: text", "SELECT x:: text", []),
    ("a :", "a :", []),
    // Literals.
    ("SELECT '?', ?", "SELECT '?', $1", [""]),
    ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1", [""]),
    ("SELECT '', ''':a', :b", "SELECT '', ''':a', $1", ["b"]),
    ("SELECT 'back\\', ?", "SELECT 'back\\', $1", [""]),
    (#"SELECT E'it\'s ?', ?"#, #"SELECT E'it\'s ?', $1"#, [""]),
    (#"SELECT e'\\', ?"#, #"SELECT e'\\', $1"#, [""]),
    (#"SELECT name'\', ?"#, #"SELECT name'\', $1"#, [""]),
    ("SELECT 'never closed ?", "SELECT 'never closed ?", []),
    ("SELECT 'ü?ß', ?", "SELECT 'ü?ß', $1", [""]),
    // Quoted names.
    (#"SELECT "a?b"":c", ?"#, #"SELECT "a?b"":c", $1"#, [""]),
    (#"SELECT "it's", :a"#, #"SELECT "it's", $1"#, ["a"]),
    // Comments.
    ("SELECT 1 -- what? :a\n, ?", "SELECT 1 -- what? :a\n, $1", [""]),
    ("SELECT 1 - -?", "SELECT 1 - -$1", [""]),
    ("SELECT 1 -- end ?", "SELECT 1 -- end ?", []),
    ("/* ? /* :a */ ' ? */ SELECT ?", "/* ? /* :a */ ' ? */ SELECT $1", [""]),
    ("/*/ ? */ ?", "/*/ ? */ $1", [""]),
    ("SELECT 4 / ?", "SELECT 4 / $1", [""]),
    ("/* never closed ?", "/* never closed ?", []),
    // Dollar quotes, PostgreSQL's own placeholders, and names with dollars.
    ("SELECT $$ ? :a ' $$, ?", "SELECT $$ ? :a ' $$, $1", [""]),
    ("SELECT $tag$ $$ ? $other$ $tag$, ?", "SELECT $tag$ $$ ? $other$ $tag$, $1", [""]),
    ("SELECT $1, $2", "SELECT $1, $2", []),
    ("SELECT $1$ ?", "SELECT $1$ $1", [""]),
    ("SELECT a$b$, ?, c$b$", "SELECT a$b$, $1, c$b$", [""]),
    ("SELECT $never$ closed ?", "SELECT $never$ closed ?", []),
    // Names beyond ASCII, and numbers.
    ("SELECT größe:: text, :größe", "SELECT größe:: text, $1", ["größe"]),
    ("LIMIT 10?", "LIMIT 10$1", [""]),
  ]

  @Test(arguments: cases)
  func placeholdersAreNumbered(_ sql: String, _ expected: String, _ names: [String]) {
    let translation = PlaceholderTranslation(of: sql)
    #expect(translation.sql == expected)
    #expect(translation.names.map { $0 ?? "" } == names)
    #expect(translation.parameterCount == names.count)
  }
}
