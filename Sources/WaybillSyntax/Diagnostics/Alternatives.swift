/// Returns `'a', 'b' or 'c'`, or `a, b or c`.
package func alternatives(_ names: [String], conjunction: String = "or", areQuoted: Bool = true) -> String {
    let names = areQuoted ? names.map { "'\($0)'" } : names
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

/// Returns `; did you mean 'a' or 'b'?`, or an empty text.
package func didYouMeanClause(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : "; did you mean \(alternatives(suggestions))?"
}
