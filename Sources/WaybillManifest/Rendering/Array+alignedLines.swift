extension [[String]] {
    /// The rows as lines with aligned columns.
    ///
    /// A column that is empty in all rows is left out. The last one is not padded. All rows have the same number of
    /// columns.
    package var alignedLines: String {
        let widths = (first ?? []).indices.dropLast().map { column in map { $0[column].count }.max() ?? 0 }
        return map { row in
            let padded = zip(row, widths).filter { $1 > 0 }.map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (padded + row.suffix(1)).joined(separator: "  ") + "\n"
        }.joined()
    }
}
